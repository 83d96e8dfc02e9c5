import { expect, test } from "vitest";
import { copyBytes } from "./copy-bytes";

const shared = (length: number) => Buffer.from(new SharedArrayBuffer(length));

test("bytes are copied to their place, wherever they lie, and nothing around it changes", () => {
  const source = Buffer.from("abcdefgh").subarray(3, 6);
  const target = shared(6).fill(".");
  copyBytes(target, source, 2);
  expect(target.toString()).toBe("..def.");
});

test("bytes of shared memory are copied out of it", () => {
  const source = shared(4).fill("xy");
  const target = Buffer.alloc(5, ".");
  copyBytes(target, source.subarray(1, 4), 1);
  expect(target.toString()).toBe(".yxy.");
});

test("no bytes are copied as none", () => {
  const target = shared(2).fill("z");
  copyBytes(target, new Uint8Array(0), 2);
  expect(target.toString()).toBe("zz");
});

test("bytes without room are an error, and none of them is copied", () => {
  const target = shared(3).fill("z");
  expect(() => copyBytes(target, Buffer.from("ab"), 2)).toThrow(RangeError);
  expect(target.toString()).toBe("zzz");
});
