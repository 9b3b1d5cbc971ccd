import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { mailPurposes } from "../app/features/mail/mail-purposes.ts";

const project = fileURLToPath(new URL("..", import.meta.url));
const testsIn = (folder: string) =>
  readdirSync(join(project, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(join(project, folder, name), "utf8"))
    .join("\n");

/** Whether texts contain a purpose, not just a longer one that begins with it. */
const name = (texts: string, purpose: string) => new RegExp(`["'\`]${purpose}["'\`]`).test(texts);

describe("the email purpose", () => {
  const queued = testsIn("supabase/tests");
  it.each(mailPurposes)("%s is enqueued in a database test", (purpose) => {
    expect(name(queued, purpose)).toBe(true);
  });
});
