import { z } from "zod";

/** Who does something, as they call themselves. */
export const person = z.string().trim().min(1).max(200);
