import { doIUseEmail } from "@jsx-email/doiuse-email";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { describe, expect, it } from "vitest";
import { defaultSite } from "../../site.ts";
import { composeIssue, excessOf, issueMail } from "./issue-letter.tsx";

const markdown = "# Aloha\n\nCome to the [meetup](https://example.org/events).\n\n- one\n- two";
const issue = {
  slug: "the-first",
  subject: "Lūʻau & more",
  preview_text: "What is <new>",
  markdown,
};
const sentBy = {
  origin: "https://hawaii.example.org",
  site: defaultSite,
  from: "News <news@example.org>",
  postalAddress: "1 Example Street, Honolulu, HI 96813",
};
const token = "a".repeat(32);
const mail = (letter = composeIssue(issue, sentBy)) => issueMail(letter, { email: "kai@example.org", token });
const validator = new HtmlValidate(
  new StaticConfigLoader({ extends: ["html-validate:standard"], rules: { "no-inline-style": "off" } }),
);

describe("the email of an issue", () => {
  it("has headers for one-click unsubscribing and names its list", () => {
    expect(mail().headers).toEqual({
      "List-Id": "<newsletter.hawaii.example.org>",
      "List-Unsubscribe": `<https://hawaii.example.org/n/${token}/leave>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });

  it("can be left by an email where the organization reads what is answered", () => {
    const { headers } = mail(composeIssue(issue, { ...sentBy, replyTo: "Aloha <aloha@example.org>" }));
    expect(headers["List-Unsubscribe"]).toBe(
      `<https://hawaii.example.org/n/${token}/leave>, <mailto:aloha@example.org?subject=Unsubscribe%20from%20newsletter.hawaii.example.org>`,
    );
  });

  it("has the link to unsubscribe, the postal address and the link to the web in text and HTML", () => {
    const { text, html } = mail();
    for (const body of [text, html]) {
      expect(body).toContain(`https://hawaii.example.org/n/${token}`);
      expect(body).toContain("1 Example Street, Honolulu, HI 96813");
      expect(body).toContain("https://hawaii.example.org/newsletter/the-first");
      expect(body).toContain("confirmed this address for our newsletter");
    }
    expect(html).toContain("Lūʻau &amp; more");
    expect(html).toContain("What is &lt;new&gt;");
    expect(text).toContain("Come to the meetup (https://example.org/events).");
    expect(text).not.toMatch(/<(p|a|h1)\b|&amp;/);
  });

  it("tracks nobody: it loads nothing that the text does not show, and its links are as written", () => {
    const { html } = mail();
    expect(html).not.toMatch(/<(img|script|link|iframe)\b|background:|url\(/);
    expect(html).toContain('href="https://example.org/events"');
    const hosts = [...html.matchAll(/href="https?:\/\/([^/"]+)/g)].map(([, host]) => host);
    expect(new Set(hosts)).toEqual(new Set(["example.org", "hawaii.example.org"]));
  });

  it("has absolute links to own pages, and lines of code that wrap", () => {
    const letter = composeIssue({ ...issue, markdown: "[Reserve](/events/first)\n\n    npx a-long-command" }, sentBy);
    expect(letter.html).toContain('<a href="https://hawaii.example.org/events/first"');
    expect(letter.text).toContain("Reserve (https://hawaii.example.org/events/first)");
    expect(letter.html).toMatch(/<pre style="white-space:pre-wrap;[^"]*">/);
  });

  it("shows pictures of the library by one URL for all, with size, description and caption, and tables", async () => {
    const picture = `/uploads/${"a".repeat(32)}-1600x900_480_mail.webp`;
    const source = `![A canoe & dawn](${picture} "Off Hilo")\n\n| When | What |\n|:--|--:|\n| Friday | Pau Hana |\n\n[Below](#pau)`;
    const { html, text } = mail(composeIssue({ ...issue, markdown: source }, sentBy));
    expect(html).toContain(
      `<img src="https://hawaii.example.org${picture.replace(".webp", "-mail.jpg")}" alt="A canoe &amp; dawn" width="600" height="338" style="`,
    );
    expect(html).not.toMatch(/webp|srcset|loading=|figure/);
    expect(html).toMatch(/<small>Off Hilo<\/small>/);
    expect(html).toMatch(/<th style="border[^"]*"[^>]*>|<th scope="col" style="border/);
    expect(html).toContain('href="https://hawaii.example.org/newsletter/the-first#pau"');
    expect(text).toContain("[Picture: A canoe & dawn] Off Hilo\n\nWhen | What\nFriday | Pau Hana");
    expect((await validator.validateString(html)).results.flatMap(({ messages }) => messages)).toEqual([]);
  });

  it("keeps the words of a table whole, and scrolls it on a phone", () => {
    const { html } = mail(composeIssue({ ...issue, markdown: "| When |\n|---|\n| Friday |" }, sentBy));
    expect(html).toMatch(/<div style="[^"]*overflow-x:auto"><table [^>]*>.+<\/table><\/div>/s);
    const cells = [...html.matchAll(/<t[hd] [^>]*border[^>]*>/g)].map(([cell]) => cell);
    expect(cells).toHaveLength(2);
    for (const cell of cells) expect(cell).toContain("word-break:normal");
  });

  it("needs nothing for pictures and tables, by caniemail's data, that other emails do not need", () => {
    const leftOutBy = (html: string) =>
      ["gmail.*", "outlook.*", "yahoo.*", "apple-mail.*", "protonmail.*"].flatMap((emailClients) => {
        const { errors = [] } = doIUseEmail(html, { emailClients: [emailClients] }) as { errors?: string[] };
        return errors.map((error) => `${emailClients} ${/^`(.+?)`/.exec(error)?.[1] ?? error}`);
      });
    const source = `![A canoe](/uploads/${"a".repeat(32)}-1600x900_mail.png "Off Hilo")\n\n| When |\n|---|\n| Friday |`;
    const known = new Set(leftOutBy(mail().html));
    const { html } = mail(composeIssue({ ...issue, markdown: source }, sentBy));
    // Where a wide table does not scroll, it makes the email wider.
    expect(leftOutBy(html).filter((each) => !known.has(each) && !each.endsWith(" overflow-x"))).toEqual([]);
  });

  it("shows the description alone of a picture that mail programs cannot show", () => {
    const webp = `/uploads/${"a".repeat(32)}-1600x900_480.webp`;
    const markdown = `![A canoe](${webp}) ![Waves](/Images/waves.svg) ![Elsewhere](https://example.org/a.png)`;
    const { html } = mail(composeIssue({ ...issue, markdown }, sentBy));
    expect(html).not.toContain("<img");
    expect(html).toContain("A canoe Waves");
  });

  it("says how large it is once mail programs may cut it off", () => {
    expect(excessOf(mail())).toBeNull();
    const letter = composeIssue({ ...issue, markdown: "ʻōlelo ".repeat(11_000) }, sentBy);
    expect(excessOf(letter)).toBe(Buffer.byteLength(letter.html));
  });

  it("is valid HTML with a language and one main heading", async () => {
    const { html } = mail();
    expect((await validator.validateString(html)).results.flatMap(({ messages }) => messages)).toEqual([]);
    expect(html).toContain('<html lang="en">');
    expect(html.match(/<h1\b/g)).toHaveLength(1);
  });

  it("is the same byte for byte if made from the same letter, even after it was stored as JSON", () => {
    const letter = composeIssue(issue, sentBy);
    const first = mail(letter);
    expect(JSON.stringify(mail(JSON.parse(JSON.stringify(letter))))).toBe(JSON.stringify(first));
    expect(JSON.stringify(first)).not.toContain(letter.placeholder);
  });

  it("changes nothing that the author wrote, and is not marked as automatic", () => {
    const looksLikeIt = `Dollars: $& $1 and ${"b".repeat(32)}`;
    const letter = composeIssue({ ...issue, markdown: looksLikeIt }, sentBy);
    expect(mail(letter).text).toContain(looksLikeIt);
    expect(mail(letter).headers["Auto-Submitted"], "somebody wrote it").toBeUndefined();
  });

  it("rejects a line break in a header", () => {
    expect(() => composeIssue({ ...issue, subject: "a\r\nBcc: b" }, sentBy)).toThrow(RangeError);
    expect(mail(composeIssue(issue, { ...sentBy, replyTo: "c@d.example" }))).toMatchObject({ replyTo: "c@d.example" });
  });
});
