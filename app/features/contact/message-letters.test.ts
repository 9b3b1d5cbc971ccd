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
  it("is valid HTML with its language, without pictures, and says the number and when", async () => {
    const { html, text, subject } = (await letter()).letter;
    expect((await validator.validateString(html)).results.flatMap(({ messages }) => messages)).toEqual([]);
    expect(html).toContain('<html lang="en">');
    expect(html).not.toMatch(/<(img|script|link)\b/);
    expect(subject).toContain("HB-KRVN");
    for (const body of [text, html]) expect(body).toContain("January 1, 2027, 2:00 AM HST");
  });
});

describe("addresses of the web", () => {
  const text = "See https://example.org/a?b=1&c=2. (https://example.org/d), too";

  it("are links in an answer, without the mark that ends the sentence", async () => {
    const { html } = (await compose.answer({ answer: text })).letter;
    expect(html).toContain(
      'See <a href="https://example.org/a?b=1&amp;c=2">https://example.org/a?b=1&amp;c=2</a>. (<a',
    );
    expect(html).toContain('<a href="https://example.org/d">https://example.org/d</a>), too');
  });

  it("are no links where a stranger typed them", async () => {
    const letters = await Promise.all([compose.notice({ message: text }), compose.answer({ message: text })]);
    for (const { letter } of letters) {
      expect(letter.html).toContain("https://example.org/d");
      expect(letter.html).not.toContain('href="https://example.org');
    }
  });
});

describe("the receipt", () => {
  it("has nothing that a visitor typed but the address, and comes from us alone", async () => {
    const { letter } = await compose.receipt();
    expect(letter).toMatchObject({ to: "kai@example.org", subject: "We have your message HB-KRVN" });
    expect(letter).not.toHaveProperty("replyTo");
    expect(letter.text + letter.html).not.toMatch(/room|you<\/b>|Kaʻiulani/);
  });
});

describe("the notice", () => {
  it("goes to the organization, says who wrote what, and is replied to the writer", async () => {
    const { letter } = await compose.notice();
    expect(mailOf(letter, from, made.organization)).toMatchObject({
      to: "Inbox <inbox@example.org>",
      from,
      replyTo: "kai@example.org",
      subject: "New message HB-KRVN",
      headers: { "Auto-Submitted": "auto-generated" },
    });
    expect(letter.text).toContain(written.message);
    expect(letter.html).toContain("Aloha &lt;b&gt;you&lt;/b&gt;,<br/><br/>is there &amp; a room?");
    for (const body of [letter.text, letter.html]) expect(body).toContain(`${origin}/admin/messages/m-1`);
  });

  it("takes no writer with a line break into a header", async () => {
    const { letter } = await compose.notice({ writer: "kai@example.org\r\nBcc: all@example.org" });
    expect(() => mailOf(letter, from)).toThrow(RangeError);
  });
});

describe("the answer", () => {
  it("comes first, above the message that it answers, and is no automatic mail", async () => {
    const { letter } = await compose.answer();
    expect(mailOf(letter, from, made.organization)).toMatchObject({
      to: "kai@example.org",
      replyTo: made.organization,
      subject: "Re: your message HB-KRVN",
      headers: { "Auto-Submitted": "no" },
    });
    expect(letter.text).toMatch(/^Yes:\n<i>Room 5<\/i>\n\n/);
    expect(letter.text).toMatch(/you wrote:\n> Aloha <b>you<\/b>,\n> \n> is there & a room\?\n$/);
    expect(letter.html).toMatch(/<div[^>]*>Yes:/);
    expect(letter.html).toMatch(/<blockquote[^>]*>Aloha &lt;b&gt;/);
    expect(letter.html).toContain("Yes:<br/>&lt;i&gt;Room 5&lt;/i&gt;");
  });
});

/** Bytes that the database keeps of a frozen mail; sealing makes four of three. */
const longestSealed = 200_000;

it.each([
  ["quotes and joiners", '"\u200d'],
  ["lines", "\n."],
  ["emoji", "🌺\u200d"],
])("the longest message and answer, of %s, fit into what is kept of a mail", async (_, piece) => {
  const message = piece.repeat(20_000);
  const answer = [...piece.repeat(2500)].join("");
  for (const { letter } of [await compose.notice({ message }), await compose.answer({ message, answer })]) {
    expect((Buffer.byteLength(JSON.stringify(letter)) * 4) / 3 + 1000).toBeLessThan(longestSealed);
    expect(letter.text).toContain("[…]");
  }
});
