import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { describe, expect, it } from "vitest";
import { defaultSite } from "../../site.ts";
import { mailOf } from "../mail/mail.ts";
import { composeMessageAnswer, composeMessageNotice, composeMessageReceipt } from "./message-letters.tsx";

const origin = "https://hawaii.example.org";
const from = "Aloha <aloha@example.org>";
const sent = "2027-01-01T12:00:00+00:00";
const made = { origin, site: defaultSite, secret: "a secret of links", organization: "Inbox <inbox@example.org>" };
const written = { number: 1, sent, message: "Aloha <b>you</b>,\n\nis there & a room?" };
const validator = new HtmlValidate(
  new StaticConfigLoader({ extends: ["html-validate:standard"], rules: { "no-inline-style": "off" } }),
);

const compose = {
  receipt: () => composeMessageReceipt({ ...made, content: { email: "kai@example.org", ...written } }),
  notice: (more: object = {}) =>
    composeMessageNotice({
      ...made,
      content: {
        count: 1,
        messages: [{ id: "m-1", name: "Kaʻiulani", writer: "kai@example.org", ...written, ...more }],
      },
    }),
  answer: (more: object = {}) =>
    composeMessageAnswer({
      ...made,
      content: { email: "kai@example.org", answer: "Yes:\n<i>Room 5</i>", ...written, ...more },
    }),
};

describe.each(Object.entries(compose))("the %s", (_, letter) => {
  it("is valid HTML with a language and without pictures, and states the number and the time", async () => {
    const { html, text, subject } = (await letter()).letter;
    expect((await validator.validateString(html)).results.flatMap(({ messages }) => messages)).toEqual([]);
    expect(html).toContain('<html lang="en">');
    expect(html).not.toMatch(/<(img|script|link)\b/);
    expect(subject).toContain("HB-KRVN");
    for (const body of [text, html]) expect(body).toContain("January 1, 2027, 2:00 AM HST");
  });
});

describe("web addresses", () => {
  const text = "See https://example.org/a?b=1&c=2. (https://example.org/d), too";

  it("are links in an answer, without the punctuation after them", async () => {
    const { html } = (await compose.answer({ answer: text })).letter;
    expect(html).toContain(
      'See <a href="https://example.org/a?b=1&amp;c=2">https://example.org/a?b=1&amp;c=2</a>. (<a',
    );
    expect(html).toContain('<a href="https://example.org/d">https://example.org/d</a>), too');
  });

  it("are not links in what visitors typed", async () => {
    const letters = await Promise.all([compose.notice({ message: text }), compose.answer({ message: text })]);
    for (const { letter } of letters) {
      expect(letter.html).toContain("https://example.org/d");
      expect(letter.html).not.toContain('href="https://example.org');
    }
  });
});

describe("the receipt", () => {
  it("contains no text or name that the visitor typed, and sets no reply address", async () => {
    const { letter } = await compose.receipt();
    expect(letter).toMatchObject({ to: "kai@example.org", subject: "We have your message HB-KRVN" });
    expect(letter).not.toHaveProperty("replyTo");
    expect(letter.text + letter.html).not.toMatch(/room|you<\/b>|Kaʻiulani/);
  });
});

describe("the notice", () => {
  it("goes to the organization with the message and its link, and has the writer as reply address", async () => {
    const { letter } = await compose.notice();
    expect(mailOf(letter, from, made.organization)).toMatchObject({
      to: "Inbox <inbox@example.org>",
      from,
      replyTo: "kai@example.org",
      subject: "New message HB-KRVN",
      headers: { "Auto-Submitted": "auto-generated" },
    });
    expect(letter.text).toContain("> Aloha <b>you</b>,\n> \n> is there & a room?\n");
    expect(letter.html).toContain("Aloha &lt;b&gt;you&lt;/b&gt;,<br/><br/>is there &amp; a room?");
    for (const body of [letter.text, letter.html]) expect(body).toContain(`${origin}/admin/messages/m-1`);
  });

  it("rejects a writer's address that contains a line break", async () => {
    const { letter } = await compose.notice({ writer: "kai@example.org\r\nBcc: all@example.org" });
    expect(() => mailOf(letter, from)).toThrow(RangeError);
  });
});

describe("the answer", () => {
  it("comes above the quoted message and is not marked as an automatic email", async () => {
    const { letter } = await compose.answer();
    expect(mailOf(letter, from, made.organization)).toMatchObject({
      to: "kai@example.org",
      replyTo: made.organization,
      subject: "Re: your message HB-KRVN",
      headers: { "Auto-Submitted": "no" },
    });
    expect(letter.text).toMatch(/^Yes:\n<i>Room 5<\/i>\n\n/);
    expect(letter.text).toMatch(/you wrote:\n\n> Aloha <b>you<\/b>,\n> \n> is there & a room\?\n\n/);
    expect(letter.html).toMatch(/<div[^>]*>Yes:/);
    expect(letter.html).toMatch(/<blockquote[^>]*>Aloha &lt;b&gt;/);
    expect(letter.html).toContain("Yes:<br/>&lt;i&gt;Room 5&lt;/i&gt;");
  });
});

/** The maximum bytes that the database stores of a frozen email; sealing turns three bytes into four. */
const longestSealed = 200_000;

it.each([
  ["quotes and joiners", '"\u200d'],
  ["lines", "\n."],
  ["emoji", "🌺\u200d"],
])("the longest message and answer, made of %s, fit into a stored email", async (_, piece) => {
  const message = piece.repeat(20_000);
  const answer = [...piece.repeat(2500)].join("");
  for (const { letter } of [await compose.notice({ message }), await compose.answer({ message, answer })]) {
    expect((Buffer.byteLength(JSON.stringify(letter)) * 4) / 3 + 1000).toBeLessThan(longestSealed);
    expect(letter.text).toContain("[…]");
  }
});
