import { readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { Env } from "../../platform/env.ts";
import { newVisitorCookie } from "../../platform/request/visitor.ts";
import { siteIsoDay } from "../../platform/text/site-time.ts";
import { durationText, retention } from "../retention/retention.ts";
import { cookieList } from "./cookies.ts";
import { type LegalDocument, legalChanges, revisedOn } from "./legal-changes.ts";
import { LegalText } from "./legal-text.tsx";
import { isUntracked, processorList } from "./processors.server.ts";

const sourceOf = (document: LegalDocument) => readFileSync(`app/features/legal/${document}.mdx`, "utf8");
const htmlOf = (
  document: LegalDocument,
  processors = processorList({} as Env),
  sendsMail = false,
  sendsIssues = false,
  hasFrame = false,
) => renderToStaticMarkup(createElement(LegalText, { document, processors, sendsMail, sendsIssues, hasFrame }));

describe.each([
  ["terms", 9],
  ["privacy", 11],
] as const)("the %s page", (document, sections) => {
  it(`has ${sections} numbered sections, in their order`, () => {
    const expected = Array.from({ length: sections }, (_, index) => index + 1);
    const written = [...sourceOf(document).matchAll(/^## (\d+)\. \S/gm)].map(([, number]) => Number(number));
    const shown = [...htmlOf(document).matchAll(/<h2[^>]*>(\d+)\. /g)].map(([, number]) => Number(number));
    expect(written).toEqual(expected);
    expect(shown).toEqual(expected);
    expect([...sourceOf(document).matchAll(/^#{1,2} /gm)]).toHaveLength(sections);
  });

  it("has text under every heading", () => {
    for (const section of sourceOf(document)
      .split(/^## .*$/m)
      .slice(1)) {
      expect(section.trim().length).toBeGreaterThan(80);
    }
  });

  it("states a real day on which its wording was last revised", () => {
    const revised = revisedOn(document);
    expect(revised).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(new Date(`${revised}T00:00:00Z`).toISOString().slice(0, 10)).toBe(revised);
    expect(revised <= siteIsoDay(new Date()), "a day that has begun in Honolulu").toBe(true);
  });

  it("lists its changes, each with a real day and what changed, the latest first", () => {
    const days = legalChanges[document].map(({ date }) => date);
    for (const day of days) expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day);
    expect(days).toEqual([...new Set(days)].sort().reverse());
    expect(revisedOn(document)).toBe(days[0]);
    for (const { what } of legalChanges[document]) expect(what).toMatch(/^[A-Z].*\.$/);
  });

  it("links only to https URLs, pages of the site, anchors and email addresses", () => {
    for (const [, href] of htmlOf(document).matchAll(/href="([^"]*)"/g)) {
      expect(href).toMatch(/^(https:\/\/|\/(?!\/)|#\S|mailto:)/);
    }
  });
});

describe("the privacy policy", () => {
  it("covers children under 13", () => {
    expect(htmlOf("privacy")).toMatch(/<h2[^>]*>9\. Children under 13/);
  });

  it("states how long everything is kept, with the durations in `retention`", () => {
    const cells = [...htmlOf("privacy", [], true).matchAll(/<td>(.*?)<\/td>/g)].map(([, text]) => text).join("\n");
    // Notices and posts to channels contain no personal data.
    const { notice: _, channelPost: __, ...personal } = retention;
    for (const [what, duration] of Object.entries(personal)) {
      expect([what, cells]).toEqual([what, expect.stringContaining(durationText(duration))]);
    }
    expect(htmlOf("privacy")).toContain("After 13 months the keys of a like are erased");
  });

  it("names the processors and what they get, with HTML escaped", () => {
    const processors = [{ name: "Post & Co", gets: "gets <everything>" }];
    expect(htmlOf("privacy", processors)).toContain("<strong>Post &amp; Co</strong>: gets &lt;everything&gt;.");
  });
});

it("the privacy policy mentions receipts only if this site sends them", () => {
  expect(htmlOf("privacy")).not.toMatch(/receipt|That we sent you an email|our emails/);
  const html = htmlOf("privacy", [], true);
  expect(html).toContain("open the page that our emails about it lead to, or write to us.");
  expect(html).toContain("That we sent you an email, and what came of it, with a digest of your address");
});

it("the privacy policy explains confirming and leaving only if this site sends the newsletter", () => {
  expect(htmlOf("privacy", [], true)).not.toMatch(/that is not confirmed|when you do, we keep the time/);
  expect(htmlOf("privacy")).toContain("until you unsubscribe");
  const html = htmlOf("privacy", [], true, true);
  expect(html).toContain("We ask you by email to confirm your subscription");
  expect(html).toContain("30 days; without a limit if you subscribed before we asked for confirmations");
  expect(html).not.toContain("until you unsubscribe");
});

describe("the list of processors", () => {
  const namesOf = (env: Partial<Env>) => processorList(env as Env).map((processor) => processor.name);
  const always = ["Cloudflare (hosting)", "Supabase (database)"];

  it("names the two that every installation has", () => {
    expect(namesOf({})).toEqual(always);
  });

  it("names the services that the operator has configured, only by their host", () => {
    expect(
      namesOf({
        NEWSLETTER_API_URL: "https://api.news.example/v2/publications/secret-id/subscriptions",
        NEWSLETTER_API_TOKEN: "token",
        NEWSLETTER_EMBED_URL: "https://embed.news.example/form",
        WAITLIST_ENDPOINT_URL: "https://lists.example/hook/secret-path",
      }),
    ).toEqual([
      ...always,
      "api.news.example (newsletter)",
      "embed.news.example (newsletter form)",
      "lists.example (waitlists)",
    ]);
    expect(namesOf({ MAIL_FROM: "a@b.example", MAIL_API_URL: "https://api.mail.example/emails" })).toEqual([
      ...always,
      "api.mail.example (email)",
    ]);
    const issues = {
      MAIL_FROM: "a@b.example",
      MAIL_SECRET: ["x"],
      MAIL_API_URL: "https://api.mail.example/emails",
      MAIL_API_KEY: "k",
      ISSUES_FROM: "a@b.example",
      ISSUES_API_URL: "https://bulk.example/emails",
      ISSUES_API_KEY: "k",
      ISSUES_POSTAL_ADDRESS: "1 Example Street",
    };
    expect(namesOf(issues)).toEqual([...always, "api.mail.example (email)", "bulk.example (newsletter)"]);
    expect(isUntracked(issues as unknown as Env)).toBe(true);
    expect(namesOf({ MAIL_FROM: "a@b.example" })).toEqual([...always, "Cloudflare (email)"]);
  });

  it("leaves out a newsletter provider that is incompletely configured", () => {
    expect(namesOf({ NEWSLETTER_API_URL: "https://api.news.example/" })).toEqual(always);
    expect(namesOf({ NEWSLETTER_API_TOKEN: "token" })).toEqual(always);
  });
});

it("the privacy policy mentions the cookies of a newsletter form only if there is one", () => {
  const words = "The newsletter service whose form is on the home page may set its own.";
  expect(htmlOf("privacy", [], true, false, true)).toContain(words);
  expect(htmlOf("privacy", [], true, false, false)).not.toContain(words);
});

describe("the list of cookies", () => {
  it.each([true, false])(
    "names the cookies that the code sets, the visitor's with its 13 months (https: %s)",
    (secure) => {
      const [cookie] = cookieList(secure);
      const [pair = ""] = newVisitorCookie(secure).split(";");
      expect(cookieList(secure).map(({ name }) => name)).toEqual(
        secure ? ["__Host-visitor", "__Host-session", "__Host-door"] : ["visitor", "session", "door"],
      );
      expect(cookie?.name).toBe(pair.split("=")[0]);
      expect(cookie?.lifetime).toBe("13 months");
    },
  );
});
