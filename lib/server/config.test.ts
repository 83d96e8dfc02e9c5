import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config";

const secret = "a secret of some length";

test("nothing set is a server on this machine alone", () => {
  expect(readConfig({}, "/srv/falsezero")).toEqual({
    port: 6161,
    host: "127.0.0.1",
    isLoopback: true,
    dataFolder: "/srv/falsezero/data",
    tokens: [],
    hosts: [],
    payloads: "slim",
    publicUrl: null,
    webhooks: [],
    webhookHosts: [],
    removalMinutes: 1_440,
    limits: { bodyBytes: 33_554_432, unpackedBytes: 268_435_456, rowBytes: 8_388_608, rows: 10_000, depth: 64 },
    logLevel: "info",
  });
});

test("settings are read, and empty ones count as not set", () => {
  const config = readConfig(
    {
      PORT: "0",
      HOST: "",
      FALSEZERO_DATA: "/var/falsezero",
      FALSEZERO_TOKEN: secret,
      FALSEZERO_HOSTS: " Telemetry.Example ,, other",
      FALSEZERO_PAYLOADS: "full",
      FALSEZERO_MAX_ROWS: "7",
      HOME: "/root",
    },
    "/srv",
  );
  expect(config).toMatchObject({
    port: 0,
    host: "127.0.0.1",
    dataFolder: "/var/falsezero",
    tokens: [{ name: "FALSEZERO_TOKEN", secret }],
    hosts: ["telemetry.example", "other"],
    payloads: "full",
    limits: { rows: 7 },
  });
});

describe("an address", () => {
  test.each(["127.0.0.1", "127.9.9.9", "localhost", "::1", "[::1]"])("%s is this machine's alone", (host) => {
    expect(readConfig({ HOST: host }, "/")).toMatchObject({ host, isLoopback: true });
  });

  test.each(["0.0.0.0", "::", "192.0.2.1", "127.0.0.1.example.com", "gpu-17", "128.0.0.1"])(
    "%s needs a token",
    (host) => {
      expect(() => readConfig({ HOST: host }, "/")).toThrow(ConfigError);
      expect(() => readConfig({ HOST: host }, "/")).toThrow(`HOST=${host}`);
      expect(() => readConfig({ HOST: host }, "/")).toThrow("FALSEZERO_TOKEN");
      expect(readConfig({ HOST: host, FALSEZERO_TOKEN: secret }, "/")).toMatchObject({
        isLoopback: false,
        tokens: [{ name: "FALSEZERO_TOKEN", secret }],
      });
    },
  );
});

describe("a bad value is refused by the setting's name, with the value", () => {
  test.each([
    ["PORT", "http"],
    ["PORT", "65536"],
    ["PORT", "1e9"],
    ["PORT", "80.5"],
    ["FALSEZERO_PAYLOADS", "some"],
    ["FALSEZERO_MAX_BODY_BYTES", "0"],
    ["FALSEZERO_MAX_DEPTH", "501"],
    ["FALSEZERO_LOG", "loud"],
  ])("%s=%s", (name, value) => {
    expect(() => readConfig({ [name]: value }, "/")).toThrow(`${name}=${JSON.stringify(value)}: `);
  });

  test("but a token's value is never shown", () => {
    expect(() => readConfig({ FALSEZERO_TOKEN: "short" }, "/")).toThrow(
      "FALSEZERO_TOKEN=(not shown): must have at least 8 characters",
    );
    for (const list of ["ada=told-to-two,bo=told-to-two", "ada=the-one-token", "FALSEZERO_TOKEN=another-one"]) {
      expect(() => readConfig({ FALSEZERO_TOKEN: "the-one-token", FALSEZERO_TOKENS: list }, "/")).toThrow(
        "must give each name a secret of its own",
      );
    }
    for (const list of ["ada", "ada=short", "=nobody-has-it", "ada=with a space", "ada=twice-told,ada=twice-told"]) {
      expect(() => readConfig({ FALSEZERO_TOKENS: list }, "/")).toThrow("FALSEZERO_TOKENS=(not shown): must");
    }
    expect(() => readConfig({ FALSEZERO_TOKEN: "short" }, "/")).not.toThrow('short"');
  });

  test("all of them at once", () => {
    expect(() => readConfig({ PORT: "x", FALSEZERO_LOG: "loud" }, "/")).toThrow(/PORT="x"[\s\S]*FALSEZERO_LOG="loud"/);
  });
});
