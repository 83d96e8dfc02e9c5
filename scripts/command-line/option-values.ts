/** What may be given to arguments and options: refused there, once, and not with everything that is sent. */
import { InvalidArgumentError } from "commander";

/** A path of something; "" would be the folder that one is in. @throws InvalidArgumentError. */
export function parsePath(text: string): string {
  if (text === "")
    throw new InvalidArgumentError("An empty path, such as of a variable that is not set, names nothing.");
  return text;
}
