import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultSite } from "../../site.ts";
import { mailDraft, replyDraft } from "./mail-draft.ts";

const to = "aloha@example.org";
const noa = { name: "Noa Kāne", email: "noa@example.org", message: "Aloha!\nIs there a room?" };

/** The parts of a mailto: URL, parsed as in RFC 6068. */
function read(href: string) {
  const [, recipient = "", query = ""] = /^mailto:([^?]*)\?(.*)$/s.exec(href) ?? [];
  const pairs = query.split("&").map((pair) => pair.split("=").map(decodeURIComponent));
  return {
    recipient: decodeURIComponent(recipient),
    keys: pairs.map(([key]) => key),
    ...Object.fromEntries(pairs),
  } as {
    recipient: string;
    keys: string[];
    subject: string;
    body: string;
  };
}

const anyText = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: "binary", maxLength }),
    fc.string({ unit: "grapheme", maxLength }),
    fc
      .array(fc.constantFrom("\r\n", "\n", "\r", "\0", "&cc=", "?", "=", "%0d%0a", "\u2028", "\ud800", "a", "🌺"), {
        maxLength,
      })
      .map((pieces) => pieces.join("")),
  );

describe("the draft of an email", () => {
  it("has exactly the specified subject and body", () => {
    const { href, cut } = mailDraft(to, noa);
    const draft = read(href);
    expect(cut).toBe(false);
    expect(draft.recipient).toBe(to);
    expect(draft.subject).toBe("New Contact Form Message from Noa Kāne");
    expect(draft.body).toBe("Name: Noa Kāne\r\nEmail: noa@example.org\r\n\r\nMessage:\r\nAloha!\r\nIs there a room?");
  });

  it("has only the keys subject and body, and no raw character that could start another", () => {
    fc.assert(
      fc.property(anyText(100), anyText(60), anyText(400), (name, email, message) => {
        const { href } = mailDraft(to, { name, email, message });
        expect(read(href).keys).toEqual(["subject", "body"]);
        expect(href).toMatch(/^mailto:aloha@example\.org\?subject=[A-Za-z0-9%._~-]*&body=[A-Za-z0-9%._~-]*$/);
      }),
      { numRuns: 500 },
    );
  });

  it("has no line break in the subject, and only CRLF in the body", () => {
    fc.assert(
      fc.property(anyText(100), anyText(60), anyText(400), (name, email, message) => {
        const { subject, body } = read(mailDraft(to, { name, email, message }).href);
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(body.replaceAll("\r\n", "")).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
      { numRuns: 500 },
    );
  });

  it("keeps a name that tries to add a header as one line of the subject", () => {
    const name = "Noa\r\nBcc: all@example.org&cc=all@example.org?body=x";
    const { subject, keys } = read(mailDraft(to, { ...noa, name }).href);
    expect(subject).toBe("New Contact Form Message from Noa Bcc: all@example.org&cc=all@example.org?body=x");
    expect(keys).toEqual(["subject", "body"]);
  });

  it("preserves a short message in any script", () => {
    const text = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
      .map((value) => value.replace(/[\p{Cc}\u2028\u2029]/gu, "").trim())
      .filter(Boolean);
    const written = fc.array(text, { maxLength: 3 }).map((pieces) => pieces.join("\n"));
    fc.assert(
      fc.property(text, written, (name, message) => {
        const { href, cut } = mailDraft(to, { ...noa, name, message });
        if (cut) return;
        const { subject, body } = read(href);
        expect(subject).toBe(`New Contact Form Message from ${name}`);
        expect(body.replaceAll("\r\n", "\n")).toBe(`Name: ${name}\nEmail: ${noa.email}\n\nMessage:\n${message}`);
      }),
    );
  });

  it("cuts a longer body as late as possible and adds a notice", () => {
    const message = "Aloha kakou, 12. ".repeat(300);
    const { href, cut } = mailDraft(to, { ...noa, message });
    const { body } = read(href);
    expect(cut).toBe(true);
    expect(href.length).toBeLessThanOrEqual(1800);
    expect(href.length).toBeGreaterThan(1780);
    const [kept = "", notice] = body.split("\r\n[…]");
    expect(notice).toBe(" (cut; the whole message was sent on the website)");
    expect(message.startsWith(kept.split("Message:\r\n")[1] ?? "?")).toBe(true);
  });

  it("never splits a character", () => {
    for (let shift = 0; shift < 12; shift++) {
      const { href, cut } = mailDraft(to, { ...noa, message: "a".repeat(shift) + "🌺".repeat(400) });
      expect(cut).toBe(true);
      expect(read(href).body).not.toContain("\ufffd");
    }
  });

  it("is not cut at 1,800 characters, but at 1,801", () => {
    const empty = mailDraft(to, { ...noa, message: "" }).href.length;
    const longest = "a".repeat(1800 - empty);
    expect(mailDraft(to, { ...noa, message: longest })).toMatchObject({ cut: false });
    expect(mailDraft(to, { ...noa, message: longest }).href).toHaveLength(1800);
    expect(mailDraft(to, { ...noa, message: `${longest}a` })).toMatchObject({ cut: true });
  });

  it("has at most 1,800 characters in all for every message that the form accepts", () => {
    const anyForm = fc.record({
      name: fc.string({ unit: "grapheme-composite", minLength: 2, maxLength: 100 }),
      email: fc.emailAddress(),
      message: fc.string({ unit: "grapheme", minLength: 1, maxLength: 5000, size: "max" }),
    });
    fc.assert(
      fc.property(anyForm, (message) => {
        expect(mailDraft(to, message).href.length).toBeLessThanOrEqual(1800);
      }),
    );
  });

  it.each([
    ["Chinese", "山".repeat(100)],
    ["emoji", "🌺".repeat(100)],
    ["format characters, which do not count", `Noa${"\u200d".repeat(3000)}`],
  ])("has at most 1,800 characters even with a name of 100 characters in %s", (_script, name) => {
    const email = `${"e".repeat(60)}@${"d".repeat(60)}.${"d".repeat(60)}.${"d".repeat(60)}.org`;
    expect(mailDraft(to, { name, email, message: "Aloha" }).href.length).toBeLessThanOrEqual(1800);
  });
});

describe("the draft of a reply", () => {
  const sent = "May 22, 2025, 6:00 PM HST";

  it("has a subject with the name of the organization that the visitor wrote to", () => {
    expect(read(replyDraft(defaultSite, noa, sent)).subject).toBe(`Re: your message to ${defaultSite.name}`);
  });

  it("is addressed to the writer, with the message quoted line by line", () => {
    const draft = read(replyDraft(defaultSite, noa, sent));
    expect(draft.recipient).toBe("noa@example.org");
    expect(draft.keys).toEqual(["subject", "body"]);
    expect(draft.body).toBe(`\r\n\r\nOn ${sent} you wrote:\r\n> Aloha!\r\n> Is there a room?`);
  });

  it("has no line break in the subject, no other key and at most 1,800 characters, whatever was sent", () => {
    const anyMessage = fc.record({
      email: fc.emailAddress(),
      message: fc.string({ unit: "binary", minLength: 1, maxLength: 5000, size: "max" }),
    });
    fc.assert(
      fc.property(anyMessage, (message) => {
        const href = replyDraft(defaultSite, message, sent);
        const draft = read(href);
        expect(href.length).toBeLessThanOrEqual(1800);
        expect(draft.keys).toEqual(["subject", "body"]);
        expect(draft.subject).not.toMatch(/[\r\n]/);
        expect(draft.recipient).toBe(message.email);
      }),
    );
  });
});
