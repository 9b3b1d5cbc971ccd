import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { describe, expect, it } from "vitest";
import { defaultSite } from "../../site.ts";
import { newsletterToken } from "../newsletter/newsletter-link.ts";
import { composeFirstLetter } from "./first-letter.ts";

const origin = "https://hawaii.example.org";
const secret = "a secret of links";
const reader = { id: "s-1", email: "kai@example.org", link_generation: 2 };
const event = {
  key: "wallets",
  title: "Wallets [for *all*]",
  summary: "We set up a wallet.",
  starts_at: "2027-01-15T04:00:00Z",
  ends_at: "2027-01-15T06:00:00Z",
  previous_starts_at: null,
  date_precision: "exact",
  over_at: "2027-01-15T06:00:00Z",
  time_note: null,
  status: "scheduled",
  meets: "room",
  place: "Hāna Library",
  has_recap: false,
};
const issue = { slug: "winter", subject: "Winter & wind" };
const site = { ...defaultSite, firstLetter: "Aloha,\n\n- **one**\n- [two](/contact)" };
const compose = (known: object) =>
  composeFirstLetter({ content: { ...reader, event: null, issue: null, ...known }, origin, site, secret });
const validator = new HtmlValidate(
  new StaticConfigLoader({ extends: ["html-validate:standard"], rules: { "no-inline-style": "off" } }),
);

describe("the first letter to a new reader", () => {
  it("says what the owners wrote, what is next, and how to leave, in HTML and in text", async () => {
    const { letter, token } = await compose({ event, issue });
    expect(token).toBe(await newsletterToken(secret, "s-1", 2));
    expect(letter.to).toBe(reader.email);
    expect(letter.text).toBe(
      [
        "Welcome to the newsletter of the Hawaiʻi Blockchain Community",
        "Aloha,",
        `- one\n- two (${origin}/contact)`,
        `What is next: Wallets [for *all*] (${origin}/events/wallets), Thursday, January 14, 2027, 6:00 PM to 8:00 PM HST, Hāna Library.`,
        `Our latest issue: Winter & wind (${origin}/newsletter/winter)`,
        "---",
        `You get this email because you confirmed this address for our newsletter at ${origin}.`,
        `Unsubscribe, or change your email address: ${origin}/n/${token}`,
        `Hawaiʻi Blockchain Community\n${origin}\n`,
      ].join("\n\n"),
    );
    expect((await validator.validateString(letter.html)).results.flatMap(({ messages }) => messages)).toEqual([]);
    expect(letter.html).toContain(
      `<a href="${origin}/events/wallets" rel="noopener noreferrer">Wallets [for *all*]</a>`,
    );
    expect(letter.headers).toEqual({
      "List-Id": "<newsletter.hawaii.example.org>",
      "List-Unsubscribe": `<${origin}/n/${token}/leave>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });

  it("names neither an event nor an issue where there is none", async () => {
    const { letter } = await compose({});
    expect(letter.text).not.toMatch(/What is next|latest issue|Read it on the web/);
    expect(letter.html).not.toMatch(/What is next|latest issue|Read it on the web/);
  });
});
