import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type MailPurpose, mailPurposes } from "../app/features/mail/mail-purposes.ts";

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

/** Who causes an email: a visitor's form, the holder of a link that came by email, an admin, or the time. */
type Cause = "stranger" | "holder" | "admin" | "time";
/** What is sent first, with the share of the day in which it is sent. */
type Class = "accounts" | "spots" | "rest" | "many";

interface Row {
  who: Cause[];
  /** what they do */
  by: string;
  /** how often; names of budgets in backticks */
  most: string;
  of: Class;
}

/** A purpose without a row does not compile. */
const rows: Record<MailPurpose | "newsletter-issue", Row> = {
  "waitlist-receipt": {
    who: ["stranger", "admin"],
    by: "a sign-up, one by hand, or a list on paper before the event",
    most: "`sign-up`; if they had signed up before, `lost-link`; by hand, `by-hand`",
    of: "spots",
  },
  "waitlist-lost-link": { who: ["stranger"], by: "asking for a lost link", most: "`lost-link`", of: "spots" },
  "waitlist-new-link": { who: ["holder"], by: "asking for a new link", most: "`own-press`", of: "spots" },
  "waitlist-address-confirmed": {
    who: ["holder"],
    by: "confirming a new address",
    most: "one for each `waitlist-new-address`",
    of: "spots",
  },
  "waitlist-new-address": { who: ["holder"], by: "entering a new address", most: "`new-address-of-entry`", of: "rest" },
  "waitlist-old-address": {
    who: ["holder"],
    by: "confirming a new address",
    most: "one for each `waitlist-new-address`",
    of: "rest",
  },
  "event-news": {
    who: ["admin", "time"],
    by: "sending news of an event; a reminder of it",
    most: "one for each person and campaign",
    of: "many",
  },
  "event-news-test": { who: ["admin"], by: "testing news of an event", most: "one on its way", of: "rest" },
  "reservation-offer": {
    who: ["holder", "admin", "time"],
    by: "a spot that becomes free",
    most: "one for each spot that is free, to one person after the other",
    of: "spots",
  },
  "reservation-ticket": {
    who: ["holder", "admin", "time"],
    by: "a confirmed address, and changes of a reservation",
    most: "the first at once; by the holder, then `own-press`, in two minutes, together; by others, one for each change",
    of: "spots",
  },
  "reservation-canceled": { who: ["admin"], by: "canceling a reservation", most: "one for each press", of: "spots" },
  "join-link": {
    who: ["time"],
    by: "the hour before an online event",
    most: "one for each spot and start",
    of: "spots",
  },
  "join-link-replaced": {
    who: ["admin"],
    by: "replacing the link to join",
    most: "one for each spot and link",
    of: "spots",
  },
  "still-coming": { who: ["time"], by: "the days before an event", most: "one for each spot and day", of: "many" },
  "request-answered": {
    who: ["admin"],
    by: "turning down a request to attend, or putting it in line",
    most: "one for each decision",
    of: "spots",
  },
  "request-undecided": {
    who: ["time"],
    by: "the day before an event",
    most: "one for each request and day",
    of: "many",
  },
  "agenda-changed": {
    who: ["admin"],
    by: "changing a published talk",
    most: "one in 5 minutes for each agenda with it",
    of: "many",
  },
  "speaker-corrections": {
    who: ["admin"],
    by: "asking a speaker for corrections",
    most: "`by-hand`, one an hour for each speaker",
    of: "rest",
  },
  "proposal-confirm": { who: ["stranger"], by: "proposing a talk", most: "`proposal`", of: "rest" },
  "proposal-answer": { who: ["admin"], by: "deciding about a proposal", most: "`by-hand`", of: "rest" },
  "message-receipt": { who: ["stranger"], by: "a message", most: "`receipt`", of: "rest" },
  "message-notice": {
    who: ["stranger"],
    by: "a message",
    most: "one in 10 minutes, to the organization",
    of: "rest",
  },
  "message-answer": { who: ["admin"], by: "answering a message", most: "one for each press", of: "rest" },
  "suggestion-receipt": { who: ["stranger"], by: "a suggestion", most: "`receipt`", of: "rest" },
  "test-email": { who: ["admin"], by: "testing the sender", most: "`test-email`", of: "rest" },
  "series-confirm": { who: ["stranger"], by: "subscribing to a series", most: "`series`", of: "rest" },
  "series-editions": {
    who: ["admin"],
    by: "publishing editions",
    most: "one for each subscriber and ten minutes of editions",
    of: "many",
  },
  "newsletter-confirm": {
    who: ["stranger", "admin"],
    by: "subscribing to the newsletter; asking imported people to confirm",
    most: "`newsletter`; by an admin, one for each press",
    of: "rest",
  },
  "newsletter-first": {
    who: ["holder"],
    by: "confirming an address for the newsletter",
    most: "one for each confirmation",
    of: "rest",
  },
  "newsletter-address": {
    who: ["holder"],
    by: "entering a new address for the newsletter",
    most: "`newsletter`, 5 in 24 hours for each subscriber",
    of: "rest",
  },
  "newsletter-address-changed": {
    who: ["holder"],
    by: "confirming a new address for the newsletter",
    most: "one for each `newsletter-address`",
    of: "rest",
  },
  "newsletter-issue": {
    who: ["admin"],
    by: "sending an issue",
    most: "one for each subscriber and issue, with a daily limit of its own",
    of: "rest",
  },
  "key-notice": {
    who: ["admin", "stranger"],
    by: "a change of sign-in settings, a new browser, wrong codes",
    most: "one for each entry of the log that names it",
    of: "accounts",
  },
  "admin-invitation": { who: ["admin"], by: "inviting an admin", most: "`invitation`", of: "accounts" },
  "password-link": { who: ["stranger"], by: "a forgotten password", most: "`password-link`", of: "accounts" },
  "admin-new-address": { who: ["admin"], by: "entering a new sign-in address", most: "`new-address`", of: "accounts" },
  "admin-old-address": {
    who: ["admin"],
    by: "entering and confirming a new sign-in address",
    most: "two for each `admin-new-address`",
    of: "accounts",
  },
};

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
  const classOf = (purpose: string): Class => {
    const row = sources.map((text) => new RegExp(`\\('${purpose}', '\\w+', \\w+, ([012])\\)`).exec(text)).find(Boolean);
    if (queueing(purpose).some((each) => each.includes("goes_to_many"))) return "many";
    return (["accounts", "spots", "rest"] as const)[Number(row?.[1])] ?? "rest";
  };

  it("is a row of docs/limits.md", () => {
    const table = Object.entries(rows).map(
      ([purpose, { who, by, most, of }]) => `| \`${purpose}\` | ${who.join(", ")} | ${by} | ${most} | ${of} |`,
    );
    const listed = /^\| email \| who .*\n.*\n((?:\|.*\n)+)/m.exec(
      readFileSync(join(project, "docs/limits.md"), "utf8"),
    )?.[1];
    expect(listed?.trimEnd().split("\n")).toEqual(table);
  });

  it.each(Object.entries(rows))("%s is queued within the budgets and in the class of its row", (purpose, row) => {
    const statements = queueing(purpose);
    expect(statements, "who queues it").not.toEqual([]);
    const spent = statements.flatMap((each) => [
      ...[...each.matchAll(/'\{([a-z-]+)\}'/g)].map(([, budget]) => budget),
      ...(each.includes("spend_own_press(") ? ["own-press"] : []),
    ]);
    const named = [...row.most.matchAll(/`([a-z-]+)`/g)].map(([, budget]) => budget);
    expect([...new Set(spent)].toSorted()).toEqual(named.filter((each) => budgets.has(each)).toSorted());
    for (const each of named) expect(budgets.has(each) || (each ?? "") in rows, each).toBe(true);
    expect(classOf(purpose)).toBe(row.of);
    const isByVisitor = statements.some((each) => /'strangers'/.test(each));
    if (isByVisitor) expect(row.who.some((who) => who === "stranger" || who === "holder")).toBe(true);
  });
});
