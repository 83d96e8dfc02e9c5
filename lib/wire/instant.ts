import { z } from "zod";

/** The last instant that a year of four digits can write, epoch ms. */
export const lastInstant = Date.parse("9999-12-31T23:59:59.999Z");

/** Epoch milliseconds to the letter, as they are kept. */
export const keptTime = z.int().min(-lastInstant).max(lastInstant);
