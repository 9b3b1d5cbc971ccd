import type { Site } from "../../site.ts";

interface Message {
  name: string;
  email: string;
  message: string;
}

/** Longer drafts are cut: email programs and browsers stop reading long URLs at about 2,000 characters. */
const longest = 1800;

/**
 * Makes a `mailto:` URL with the message as a draft: only `subject` and `body`, every part percent-encoded.
 * @returns the URL, and whether the body had to be cut
 */
export function mailDraft(to: string, { name, email, message }: Message): { href: string; cut: boolean } {
  const compose = (from: string, text: string) => {
    const head = `Name: ${from}\nEmail: ${oneLine(email)}\n\nMessage:\n`;
    return mailAddress(to, subjectOf(from), head + text);
  };
  const whole = compose(oneLine(name), lines(message));
  if (whole.length <= longest) return { href: whole, cut: false };
  const notice = "\n[…] (cut; the whole message was sent on the website)";
  const from = longestThat(oneLine(name), (part) => compose(part, notice).length <= longest);
  const text = longestThat(lines(message), (part) => compose(from, part + notice).length <= longest);
  return { href: compose(from, text + notice), cut: true };
}

/**
 * Makes a `mailto:` URL for a reply to a message, which is quoted; the subject names the site that its writer wrote to.
 * @param sent when it was sent, in words
 */
export function replyDraft(site: Site, { email, message }: Omit<Message, "name">, sent: string): string {
  const compose = (text: string) => {
    const quoted = text.replace(/^/gm, "> ");
    return mailAddress(email, `Re: your message to ${site.name}`, `\n\nOn ${sent} you wrote:\n${quoted}`);
  };
  return compose(longestThat(lines(message), (part) => compose(part).length <= longest));
}

const subjectOf = (from: string) => `New Contact Form Message from ${from}`;

const mailAddress = (to: string, subject: string, body: string) =>
  `mailto:${encodeURIComponent(to).replace("%40", "@")}?subject=${encode(subject)}&body=${encode(body)}`;

/** The longest prefix of a text, in whole characters, that fits. */
function longestThat(text: string, fits: (part: string) => boolean): string {
  const characters = [...text];
  let low = 0;
  let high = characters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(characters.slice(0, middle).join(""))) low = middle;
    else high = middle - 1;
  }
  return characters.slice(0, low).join("");
}

/** Line breaks and control characters in a header would start another header. */
const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
const lines = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]+|[\p{Zl}\p{Zp}]+/gu, " ");

/** Encodes a value as in RFC 6068: line breaks as CRLF, and no character that could end the value. */
const encode = (text: string) =>
  encodeURIComponent(text.replace(/\n/g, "\r\n")).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
