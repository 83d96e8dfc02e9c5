import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { signNotice } from "./signature";

// printf '1754229761.{"version":1}' | openssl dgst -sha256 -hmac 'a secret of some length'
const known = "ad0ef70415c32dc511479f8f4869b802ed97b5b6c5ab4fa5cca807e31a04f5f2";

test("a signature is the one that openssl computes", () => {
  expect(signNotice("a secret of some length", '{"version":1}', 1_754_229_761_999)).toBe(`t=1754229761,v1=${known}`);
});

test("text beyond ASCII is signed as UTF-8", () => {
  const body = '{"text":"سجل 🙂 é"}';
  const expected = createHmac("sha256", "schlüssel").update(`7.${body}`, "utf8").digest("hex");
  expect(signNotice("schlüssel", body, 7_000)).toBe(`t=7,v1=${expected}`);
});
