/** The client against servers that do what a real one seldom does. What it promises is told in each test's name. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runPython } from "./python";

const folder = fileURLToPath(new URL("unit/", import.meta.url));
const files = readdirSync(folder).filter((name) => /^test_\w+[.]py$/.test(name));

test.each(files)("%s", { timeout: 120_000 }, async (file) => {
  const args = ["-W", "error", "-m", "unittest", "-v", file.replace(/[.]py$/, "")];
  const { stderr } = await runPython(args, {}, folder);
  expect(stderr).toMatch(/Ran [1-9]\d* tests? in [\d.]+s\n\nOK\n$/);
});

test("it is written for Python 3.9, and needs nothing but its standard library", async () => {
  const program = `
import ast, sys
tree = ast.parse(open("public/falsezero.py").read(), feature_version=(3, 9))
for node in ast.walk(tree):
    names = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module] if isinstance(node, ast.ImportFrom) else []
    for name in names:
        assert name.split(".")[0] in sys.stdlib_module_names, name
for node in ast.walk(tree):
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and not node.name.startswith("__"):
        told = [a for a in node.args.args + node.args.kwonlyargs if a.arg not in ("self", "cls")]
        assert node.returns is not None and all(a.annotation for a in told), f"{node.name} is not typed"
public = [node for node in tree.body if getattr(node, "name", "_")[0] != "_"]
assert [node.name for node in public] == ["Run", "Middleware"]
for node in public + [part for one in public for part in getattr(one, "body", [])]:
    if getattr(node, "name", "_")[0] != "_":
        assert ast.get_docstring(node), f"{node.name} is not documented"
`;
  await runPython(["-c", program], {});
});
