import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { describe, expect, it } from "vitest";
import { defaultSite } from "../../site.ts";
import { composeAddressChange, composeAddressChanged, composeConfirmation } from "./newsletter-letters.tsx";
import { newsletterToken } from "./newsletter-link.ts";

const origin = "https://hawaii.example.org";
const secret = "a secret of links";
const row = {
  id: "s-1",
  email: "kai@example.org",
  link_generation: 2,
  created_at: "2026-12-01T20:00:00Z",
  confirm_by: "2027-01-01T20:00:00Z",
  confirmed_at: null as string | null,
  left_at: null as string | null,
  consent_version: null as string | null,
  imported_from: null as string | null,
  agreed_text: null as string | null,
};
const compose = (changed: Partial<typeof row> = {}) =>
  composeConfirmation({ content: { ...row, ...changed }, origin, site: defaultSite, secret });
const before = { confirm_by: null as unknown as string };
const imported = { imported_from: "Mailchimp", agreed_text: "Send me your news by email." };
const all = {
  confirmation: () => compose(),
  "of somebody before": () => compose(before),
  "of somebody imported": () => compose(imported),
  "of somebody confirmed": () => compose({ confirmed_at: row.created_at }),
  "of somebody who left": () => compose({ confirmed_at: row.created_at, left_at: "2026-12-05T20:00:00Z" }),
  "new address": () =>
    composeAddressChange({ content: { id: "c-1", email: row.email }, origin, site: defaultSite, secret }),
  "old address": () => composeAddressChanged({ content: { email: row.email }, origin, site: defaultSite, secret }),
};
const validator = new HtmlValidate(
  new StaticConfigLoader({ extends: ["html-validate:standard"], rules: { "no-inline-style": "off" } }),
);

describe("emails to subscribers", () => {
  it.each(Object.entries(all))("%s: has valid HTML, the same words as text, and one link", async (_, make) => {
    const { letter } = await make();
    expect((await validator.validateString(letter.html)).results.flatMap(({ messages }) => messages)).toEqual([]);
    expect(letter.to).toBe(row.email);
    const links = letter.text.match(/https:\/\/\S+\/\S+/g);
    expect(links).toHaveLength(1);
    expect(letter.html).toContain(`href="${links?.[0]}"`);
    for (const paragraph of letter.text.trim().split("\n\n").slice(0, 2)) {
      expect(letter.html).toContain(paragraph.split(":")[0]?.replaceAll("'", "&#x27;"));
    }
  });

  it("links the confirmation to the page with the token of the row", async () => {
    const { letter, token } = await compose();
    expect(token).toBe(await newsletterToken(secret, "s-1", 2));
    expect(token).not.toBe(await newsletterToken(secret, "s-1", 3));
    expect(letter.text).toContain(`Confirm your address: ${origin}/n/${token}`);
    expect(letter.text).toContain("do nothing: the address is erased after January 1, 2027, 10:00 AM HST.");
  });

  it("promises no erasure to an address older than confirmations, and says since when it has been kept", async () => {
    const { text } = (await compose(before)).letter;
    expect(text).not.toContain("is erased");
    expect(text).toContain("on December 1, 2026, 10:00 AM HST.");
  });

  it("tells an imported address where it came from, what was agreed to there, and when it is erased", async () => {
    const { text } = (await compose(imported)).letter;
    expect(text).toContain("imported from Mailchimp, where this was agreed to: “Send me your news by email.”");
    expect(text).toContain("the address is erased after January 1, 2027");
    expect(text).not.toContain("Someone entered");
    const entered = (await compose({ ...imported, consent_version: "2026-11-2" })).letter.text;
    expect(entered).toContain("Someone entered this address");
    expect(entered).not.toContain("Mailchimp");
  });

  it("does not ask confirmed people to confirm, and tells people who left how to come back", async () => {
    const { letter } = await all["of somebody confirmed"]();
    expect(letter.subject).toBe("You are subscribed to our newsletter");
    expect(letter.text).toContain("there is nothing to do");
    const left = (await all["of somebody who left"]()).letter;
    expect(left.text).toContain("from which you unsubscribed on December 5, 2026");
    expect(left.text).toContain("a button to subscribe again");
  });

  it("keeps the new address out of the email to the old one, and gives the new one its own token", async () => {
    const { letter } = await composeAddressChanged({
      content: { email: row.email, new: "new@example.org" },
      origin,
      site: defaultSite,
      secret,
    });
    expect(letter.text + letter.html).not.toContain("new@example.org");
    expect((await all["new address"]()).token).toMatch(/^[a-z2-7]{32}$/);
  });
});
