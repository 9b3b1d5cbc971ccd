import { globSync, readdirSync, readFileSync } from "node:fs";
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
  it.each(Object.keys(mailPurposes))("%s is enqueued in a database test", (purpose) => {
    expect(name(queued, purpose)).toBe(true);
  });
});

describe("what each email is caused by", () => {
  const sources = globSync("supabase/source/**/*.sql", { cwd: project }).map((file) =>
    readFileSync(join(project, file), "utf8").replace(/^ *--.*$\n?/gm, ""),
  );
  const budgets = new Set(
    [
      ...(sources.find((text) => text.startsWith("insert into private.budget_rules")) ?? "").matchAll(/\('([a-z-]+)'/g),
    ].map(([, budget]) => budget),
  );
  /** The statements that queue an email of a purpose, and the budgets that their functions spend apart from them. */
  const queueing = (purpose: string) =>
    sources
      .filter((text) => text.startsWith("create function"))
      .flatMap((text) => {
        const statements = text.split(";\n");
        const own = statements.filter(
          (each) => /enqueue_mail\(|insert into public\.mails|owe_link\(/.test(each) && each.includes(`'${purpose}'`),
        );
        const spends = statements.filter((each) => /private\.spend\('|spend_own_press\(/.test(each));
        return own.length > 0 ? [...own, ...spends] : [];
      });
  const classOf = (purpose: string) => {
    const row = sources
      .map((text) => new RegExp(`\\('${purpose}', '\\w+', \\w+, ([012])[,)]`).exec(text))
      .find(Boolean);
    if (queueing(purpose).some((each) => each.includes("goes_to_many"))) return "many";
    return (["accounts", "spots", "rest"] as const)[Number(row?.[1])] ?? "rest";
  };

  /** The table of docs/limits.md: who causes an email, by what, how often (budgets in backticks), and its class. */
  const rows = [
    ...readFileSync(join(project, "docs/limits.md"), "utf8").matchAll(
      /^\| `([a-z-]+)` \| ([a-z, ]+) \| [^|]+ \| ([^|]+) \| (accounts|spots|rest|many) \|$/gm,
    ),
  ].map(([, purpose = "", who = "", most = "", of]) => ({ purpose, who: who.split(", "), most, of }));
  const purposes = [...Object.keys(mailPurposes), "newsletter-issue"];

  it("is a row of docs/limits.md", () => {
    expect(rows.map(({ purpose }) => purpose).toSorted()).toEqual(purposes.toSorted());
    for (const { purpose, who } of rows) {
      expect(who.length, purpose).toBeGreaterThan(0);
      for (const each of who) expect(["stranger", "holder", "admin", "time"], purpose).toContain(each);
    }
  });

  it.each(rows)("$purpose is queued within the budgets and in the class of its row", ({ purpose, who, most, of }) => {
    const statements = queueing(purpose);
    expect(statements, "who queues it").not.toEqual([]);
    const spent = statements.flatMap((each) => [
      ...[...each.matchAll(/'\{([a-z-]+)\}'/g)].map(([, budget]) => budget),
      ...(each.includes("spend_own_press(") ? ["own-press"] : []),
    ]);
    const named = [...most.matchAll(/`([a-z-]+)`/g)].map(([, budget]) => budget);
    expect([...new Set(spent)].toSorted()).toEqual(named.filter((each) => budgets.has(each)).toSorted());
    for (const each of named) expect(budgets.has(each) || purposes.includes(each ?? ""), each).toBe(true);
    expect(classOf(purpose)).toBe(of);
    const isByVisitor = statements.some((each) => /'strangers'/.test(each));
    if (isByVisitor) expect(who.some((each) => each === "stranger" || each === "holder")).toBe(true);
  });
});
