import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { describe, expect, it } from "vitest";
import { digestOf, isToken, linkToken } from "../../../platform/text/link-token.ts";
import { defaultSite } from "../../../site.ts";
import type { OwnEvent } from "../../events/event/event.ts";
import { pizzaDay } from "../../events/event/pizza-day.fixture.ts";
import { mailOf } from "../../mail/mail.ts";
import { composeReceipt } from "./receipt.tsx";

const now = new Date("2027-01-01T12:00:00Z");
const event: OwnEvent = {
  ...pizzaDay,
  key: "luau",
  title: "Lūʻau <of> blocks",
  starts_at: "2027-04-02T04:00:00+00:00",
  ends_at: null,
  date_precision: "exact",
  over_at: "2027-04-02T10:00:00+00:00",
  time_note: null,
  place: "Honolulu",
  status: "scheduled",
  ticket_url: null,
  is_published: true,
};
const origin = "https://hawaii.example.org";
const compose = (changed: Partial<OwnEvent> = {}, secret = "a secret of links", generation = 0, isConfirmed = false) =>
  composeReceipt(
    {
      content: {
        entry: "e-1",
        generation,
        email: "kai@example.org",
        is_confirmed: isConfirmed,
        asks: false,
        event: { ...event, ...changed },
        reservation: null,
      },
      origin,
      site: defaultSite,
      secret,
    },
    now,
  );
const validator = new HtmlValidate(
  new StaticConfigLoader({ extends: ["html-validate:standard"], rules: { "no-inline-style": "off" } }),
);

describe("the receipt of a waitlist", () => {
  it("promises that we do not write again only to an address that is not confirmed, as its page does", async () => {
    const [unknown, known] = [await compose(), await compose({}, "a secret of links", 0, true)];
    expect(unknown.letter.text).toContain("The button there removes it, and we do not write again.");
    expect(known.letter.text).toContain("The button there erases this entry.");
    expect(known.letter.text).not.toContain("do not write again");
  });

  it("names the event and links to the status page and its way out, in text and HTML", async () => {
    const { letter, token } = await compose();
    expect(isToken(token)).toBe(true);
    expect(letter).toMatchObject({ to: "kai@example.org", subject: "You are on the waitlist for Lūʻau <of> blocks" });
    for (const body of [letter.text, letter.html]) {
      expect(body).toContain(`${origin}/w/${token}#not-mine`);
      expect(body).toContain("Thursday, April 1, 2027, 6:00 PM HST");
      expect(body).toContain("Honolulu");
      expect(body).toContain("I did not ask for this");
    }
    expect(letter.html).toContain("Lūʻau &lt;of&gt; blocks");
    expect(letter.text).not.toMatch(/<(p|a|h1)\b|&lt;/);
  });

  it("asks to confirm the address only until it is confirmed", async () => {
    expect((await compose()).letter.text).toContain("You can confirm this address, correct your name, or leave");
    const again = (await compose({}, "a secret of links", 0, true)).letter.text;
    expect(again).toContain("You can correct your name or leave the waitlist there.");
    expect(again).not.toContain("confirm");
  });

  it("is valid HTML in one column, with a language and without pictures", async () => {
    const { html } = (await compose()).letter;
    expect((await validator.validateString(html)).results.flatMap(({ messages }) => messages)).toEqual([]);
    expect(html).toContain('<html lang="en">');
    expect(html).toContain("max-width:600px");
    expect(html).not.toMatch(/<(img|script|link)\b/);
  });

  it("shows no outdated date", async () => {
    const { text } = (await compose({ status: "postponed" })).letter;
    expect(text).toContain("Postponed; a new date is not announced yet");
    expect(text).not.toContain("April");
    expect(
      (await compose({ over_at: "2026-01-01T00:00:00Z", starts_at: "2025-12-31T12:00:00Z" })).letter.text,
    ).toContain("the list is for the next one");
  });

  it("shows no date or place of a draft to which the list was carried over", async () => {
    const { text } = (await compose({ is_published: false })).letter;
    expect(text).toContain("The next date is not announced yet.");
    expect(text).not.toMatch(/April|Honolulu/);
  });

  it("has the same link whenever it is composed again, and another for a new secret or generation", async () => {
    const [first, again, other] = [await compose(), await compose(), await compose({}, "another secret")];
    expect(again.letter).toEqual(first.letter);
    expect(other.token).not.toBe(first.token);
    expect(first.token, "the links that are out stay valid").toBe(
      await linkToken("a secret of links", "waitlist:v1:e-1"),
    );
    expect((await compose({}, "a secret of links", 1)).token, "a new link").not.toBe(first.token);
    expect(await digestOf(first.token)).toMatch(/^[0-9a-f]{64}$/);
  });

  it("removes line breaks of the title from the subject, and `mailOf` rejects headers with one", async () => {
    const { letter } = await compose({ title: "Lūʻau\r\nBcc: x@example.org" });
    expect(letter.subject).toBe("You are on the waitlist for Lūʻau Bcc: x@example.org");
    expect(() => mailOf({ ...letter, subject: "a\r\nBcc: b" }, "a@b.example")).toThrow(RangeError);
    expect(() => mailOf({ ...letter, to: "a@b.example\n" }, "a@b.example")).toThrow(RangeError);
    expect(mailOf(letter, "a@b.example", "c@d.example")).toMatchObject({
      from: "a@b.example",
      replyTo: "c@d.example",
      headers: { "Auto-Submitted": "auto-generated" },
    });
  });
});
