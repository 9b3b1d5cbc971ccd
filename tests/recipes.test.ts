// What a newcomer does by two recipes of CONTRIBUTING.md, done in a copy: in as many files as the recipe says, and green.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { copyProject, type ProjectCopy } from "./support/project-copy.ts";

let copy: ProjectCopy | undefined;
afterEach(() => {
  if (copy) rmSync(copy.folder, { recursive: true });
});

const numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** The number with which a recipe begins. */
function filesOf({ read }: ProjectCopy, recipe: string): number {
  const [, text = ""] = read("CONTRIBUTING.md").split(`### ${recipe}\n`);
  const [, word = ""] = /^(\w+) files/.exec(text) ?? [];
  return numbers.indexOf(word.toLowerCase()) + 1;
}

/** Runs tests of the copy. @throws Error with the end of what they printed if one fails */
async function testsOf({ folder }: ProjectCopy, suite: string, ...files: string[]): Promise<void> {
  const { TEST_DATABASE_TEMPLATE: _, ...env } = process.env;
  const { run }: typeof import("../harness/processes.ts") = await import(join(folder, "harness/processes.ts"));
  await run("vitest", ["run", "--testTimeout", "120000", "--project", suite, ...files], env);
}

test("a page takes as many files as its recipe says", async () => {
  copy = copyProject();
  const title = "Words we use";
  copy.write(
    "app/routes/glossary.tsx",
    `import type { MetaFunction } from "@remix-run/cloudflare";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { PageHeader } from "../ui/page-header.tsx";

export const handle: RouteHandle = { cache: {} };

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "${title}",
    description: "What we mean by a wallet, a block and a key.",
    path: "/glossary",
    structured: [breadcrumbs(originOf(args), [{ name: "${title}", path: "/glossary" }])],
  });

export default function Glossary() {
  return (
    <main id="main">
      <PageHeader title="${title}" lead="In plain words." stars="backbone" />
    </main>
  );
}
`,
  );
  copy.edit("app/routes.ts", '  route("cookies",', '  route("glossary", "routes/glossary.tsx"),\n  route("cookies",');
  copy.edit("app/routes/sitemap.ts", '  "/cookies",', '  "/cookies",\n  "/glossary",');
  copy.edit("app/routes/education.tsx", "</main>", '  <a href="/glossary">Words we use</a>\n    </main>');
  const promise = `test("the glossary says what we mean", async () => expect((await get("/glossary")).status).toBe(200));\n\n`;
  copy.edit("tests/worker/pages.test.ts", 'describe("links", ', `${promise}describe("links", `);
  expect(copy.changed.size).toBe(filesOf(copy, "Add a page"));
  await testsOf(copy, "unit", "tests/architecture.test.ts", "harness/public-pages.test.ts");
}, 240_000);

test("a retention rule takes as many files as its recipe says", async () => {
  copy = copyProject();
  const rules = "supabase/source/newsletter/newsletter_retention.sql";
  const rule = `    (
      'forgottenDraft',
      interval '36 months',
      'public.newsletter_issues',
      't.sent_at is null and t.created_at <= now() - $1',
      null
    ),\n`;
  for (const path of [rules, "supabase/migrations/20261101000000_baseline.sql"]) {
    const text = copy.read(path);
    const first = text.indexOf("  values\n", text.indexOf("create function private.newsletter_retention()"));
    copy.write(path, `${text.slice(0, first)}  values\n${rule}${text.slice(first + "  values\n".length)}`);
  }
  copy.edit("app/features/retention/retention.ts", "  likeKeys:", "  forgottenDraft: { months: 36 },\n  likeKeys:");
  copy.edit("docs/limits.md", "| `likeKeys`", "| `forgottenDraft` | 36 months | a draft of an issue |\n| `likeKeys`");
  const tests = "supabase/tests/database/retention.test.ts";
  const row = `    [
      "a draft of an issue",
      "forgottenDraft",
      (at) =>
        database.sql(
          "insert into public.newsletter_issues (slug, subject, markdown, created_at) select gen_random_uuid()::text, 'A', 'A', " + at,
        ),
    ],\n`;
  copy.edit(tests, '    [\n      "keys of likes",', `${row}    [\n      "keys of likes",`);
  expect(copy.changed.size).toBe(filesOf(copy, "Add a retention rule"));
  await Promise.all([
    testsOf(copy, "database", tests, "-t", "same periods|a draft of an issue"),
    testsOf(copy, "unit", "tests/documents.test.ts"),
  ]);
}, 240_000);
