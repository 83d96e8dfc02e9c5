/** Counts of one stage. A skipped test counts as failed: a promise that nobody checked is not kept. */
export function tallyVitest({ testResults, numTotalTests }) {
  const tests = testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter(({ status }) => status === "passed").length;
  // A file that fails on its own, by its imports or its hooks, has no failed test to show for it.
  const brokenFiles = testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"),
  );
  const skipped = tests
    .filter(({ status }) => status !== "passed" && status !== "failed")
    .map(({ fullName }) => fullName);
  return { passed, failed: numTotalTests - passed + brokenFiles.length, skipped };
}

export function tallyPlaywright({ suites, errors }) {
  const specs = suites.flatMap(specsOf);
  const tests = specs.flatMap((spec) => spec.tests.map(({ status }) => ({ title: spec.title, status })));
  const passed = tests.filter(({ status }) => status === "expected").length;
  const skipped = tests.filter(({ status }) => status === "skipped").map(({ title }) => title);
  return { passed, failed: tests.length - passed + errors.length, skipped };
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
