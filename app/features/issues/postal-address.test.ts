import { describe, expect, it } from "vitest";
import type { Env } from "../../platform/env.ts";
import { defaultSite } from "../../site.ts";
import { postalAddressOf } from "../mail/mail-sender.server.ts";
import { type Issue, letterOf, whyNotSent } from "./issues.server.ts";

const [operators, owners] = ["1 Example Street, Honolulu, HI 96813", "2 Example Street, Hilo, HI 96720"];
const env = {
  SITE_ORIGIN: "https://hawaii.example.org",
  MAIL_FROM: "a@b.example",
  MAIL_SECRET: ["x".repeat(32)],
  MAIL_API_URL: "https://mail.example/emails",
  MAIL_API_KEY: "k",
  ISSUES_FROM: "news@b.example",
  ISSUES_API_URL: "https://mail.example/emails",
  ISSUES_API_KEY: "k",
} as unknown as Env;
const withOperators: Env = { ...env, ISSUES_POSTAL_ADDRESS: operators };
const issue = { slug: "may", subject: "May", preview_text: "", markdown: "Aloha" } as Issue;

describe("the postal address of issues", () => {
  const site = defaultSite;
  const entered = { ...defaultSite, postalAddress: owners };

  it("is what owners entered, else the operator's, and never a sample", () => {
    expect([postalAddressOf(env, site), postalAddressOf(withOperators, site)]).toEqual([null, operators]);
    expect([postalAddressOf(env, entered), postalAddressOf(withOperators, entered)]).toEqual([owners, owners]);
  });

  it("is required to send an issue", () => {
    const refused = "No issue can be sent yet: an owner enters the mailing address at Names and links first.";
    expect([whyNotSent({ env, site }), whyNotSent({ env: withOperators, site })]).toEqual([refused, null]);
    expect(whyNotSent({ env, site: entered })).toBeNull();
  });

  it("ends the email, or is left out if there is none", () => {
    expect(letterOf({ env, site }, issue).text).toMatch(new RegExp(`\n\n${defaultSite.name}\n${env.SITE_ORIGIN}\n$`));
    const { text, html } = letterOf({ env: withOperators, site: entered }, issue);
    expect(text).toContain(`${defaultSite.name}\n${env.SITE_ORIGIN}\n${owners}\n`);
    expect(html).toContain(`<br/>${owners}`);
  });
});
