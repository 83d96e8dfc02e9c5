import { issueDetail, issueDifference, issueList, issueNotePost, issuePatch, patchedIssue } from "./issue-examples";
import { jsonOf, jsonProblems, type Paths, toOperation } from "./operation";
import { parameters, queryParameters } from "./parameters";

const { run, issue, contentEncoding } = parameters;
const { fingerprint } = issueDetail.all_forms[0] ?? { fingerprint: "" };

const changed = "The issue as it now is.";

/** Failure issues, and what people do about them. */
export function describeIssuePaths(): Paths {
  return {
    "/api/v1/issues": {
      get: toOperation({
        id: "getIssues",
        tag: "triage",
        summary: "Failure issues across runs",
        description:
          "A queue: new ones first, then reopened, rising, ongoing. At most 200 of a kind; the rest is counted.",
        parameters: queryParameters.issues,
        answer: { description: "A page of them.", content: jsonOf("IssueList", issueList) },
        problems: ["not_found"],
      }),
    },
    "/api/v1/runs/{run}/issues": {
      get: toOperation({
        id: "getRunIssues",
        tag: "triage",
        summary: "A run's failure issues",
        description: "Counts and spans are of this run alone.",
        parameters: [run, ...queryParameters.runIssues],
        answer: { description: "A page of them.", content: jsonOf("IssueList", issueList) },
        problems: ["not_found"],
      }),
    },
    "/api/v1/issues/{issue}": {
      get: toOperation({
        id: "getIssue",
        tag: "triage",
        summary: "One failure issue",
        parameters: [issue],
        answer: { description: "The issue.", content: jsonOf("IssueDetail", issueDetail) },
        problems: ["not_found"],
      }),
      patch: toOperation({
        id: "changeIssue",
        tag: "triage",
        summary: "Decide about an issue, or give it to someone",
        description:
          "Of two people who decide at once, one wins, and the other is told what happened. A resolved issue that is seen again in a later step or run opens by itself; an ignored one where it exceeds its rate.",
        parameters: [issue, contentEncoding],
        body: { required: true, content: jsonOf("IssuePatch", issuePatch) },
        answer: { description: changed, content: jsonOf("IssueDetail", patchedIssue) },
        problems: [...jsonProblems, "not_found", "conflict"],
      }),
    },
    "/api/v1/issues/{issue}/difference": {
      get: toOperation({
        id: "getIssueDifference",
        tag: "triage",
        summary: "What is different about an issue's rollouts",
        description: "Held against the other rollouts of the same train steps of a run.",
        parameters: [issue, ...queryParameters.issueDifference],
        answer: { description: "What was found.", content: jsonOf("IssueDifference", issueDifference) },
        problems: ["not_found"],
      }),
    },
    "/api/v1/runs/{run}/difference": {
      get: toOperation({
        id: "getDifference",
        tag: "triage",
        summary: "What is different about some rollouts",
        description:
          "Those of a kind, of an outcome, or suspected false zeros, held against the others of the same steps.",
        parameters: [run, ...queryParameters.difference],
        answer: { description: "What was found.", content: jsonOf("IssueDifference", issueDifference) },
        problems: ["not_found"],
      }),
    },
    "/api/v1/issues/{issue}/notes": {
      post: toOperation({
        id: "addIssueNote",
        tag: "triage",
        summary: "Note something on an issue",
        parameters: [issue, contentEncoding],
        body: { required: true, content: jsonOf("IssueNotePost", issueNotePost) },
        answer: { description: changed, content: jsonOf("IssueDetail", patchedIssue) },
        problems: [...jsonProblems, "not_found"],
      }),
    },
    "/api/v1/issues/{issue}/merge": {
      post: toOperation({
        id: "mergeIssue",
        tag: "triage",
        summary: "Take another issue into this one",
        description:
          "Every form of the other one moves here, with what is counted of it. It can be undone form by form.",
        parameters: [issue, contentEncoding],
        body: { required: true, content: jsonOf("IssueMergePost", { issue: 2, by: "mira" }) },
        answer: { description: changed, content: jsonOf("IssueDetail", issueDetail) },
        problems: [...jsonProblems, "not_found", "conflict"],
      }),
    },
    "/api/v1/issues/{issue}/unmerge": {
      post: toOperation({
        id: "unmergeIssue",
        tag: "triage",
        summary: "Take one form out of an issue",
        description: "It goes back to the issue that it was before, or becomes one of its own.",
        parameters: [issue, contentEncoding],
        body: { required: true, content: jsonOf("IssueUnmergePost", { fingerprint, by: "mira" }) },
        answer: { description: "The issue that the form has become.", content: jsonOf("IssueDetail", issueDetail) },
        problems: [...jsonProblems, "not_found", "conflict"],
      }),
    },
  };
}
