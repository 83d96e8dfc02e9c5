import { expect, it } from "vitest";
import { RequestError, UnreachableError } from "@/lib/client/client-error";
import { explainFailure, readServerAddress } from "./server-address";

it.each([
  [undefined, {}, "http://127.0.0.1:6161"],
  [undefined, { PORT: "7000" }, "http://127.0.0.1:7000"],
  [undefined, { PORT: "7000", FALSEZERO_URL: "https://zero.example/" }, "https://zero.example"],
  ["http://10.0.0.5:1", { FALSEZERO_URL: "https://zero.example" }, "http://10.0.0.5:1"],
])("takes the server from %j and %j", (told, environment, expected) => {
  expect(readServerAddress(told, environment)).toBe(expected);
});

it("refuses what is no http address, by name", () => {
  expect(() => readServerAddress("localhost:6161", {})).toThrow('"localhost:6161" is no http address');
});

it("says what to do about a server that is away or locked, and leaves other errors alone", () => {
  const away = explainFailure(new UnreachableError("http://127.0.0.1:6161", new Error("connect ECONNREFUSED")));
  expect(away).toMatchObject({ code: 2, message: expect.stringContaining("npm start") });
  const locked = explainFailure(new RequestError("This server needs a token.", 401, "unauthorized"));
  expect(locked).toMatchObject({ code: 2, message: expect.stringContaining("FALSEZERO_TOKEN") });
  const hostile = explainFailure(new RequestError("\u001b]0;owned\u0007", 400, null));
  expect(hostile?.message).toBe("\\u001b]0;owned\\u0007");
  expect(explainFailure(new TypeError("a bug"))).toBeNull();
});
