import { z } from "zod";

const missing = "Paste a credential, or choose its file";
const tooLong = "A credential has at most 20,000 characters";

/** A credential as text, or as the file that it came in; the text takes precedence if both are given. */
export const verifySchema = z
  .object({
    credential: z.string().trim().max(20_000, tooLong).optional(),
    file: z.instanceof(File).optional(),
  })
  .transform(async ({ credential, file }, issues) => {
    if (file && !credential && file.size > 20_000) {
      issues.addIssue({ code: "custom", path: ["file"], message: tooLong });
      return z.NEVER;
    }
    const text = credential || (file ? (await file.text()).trim() : "");
    if (text) return text;
    issues.addIssue({ code: "custom", path: ["credential"], message: missing });
    return z.NEVER;
  });
