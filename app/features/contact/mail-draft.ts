interface Message {
  name: string;
  email: string;
  message: string;
}

/** Longer drafts are cut: mail programs and browsers stop reading long addresses at about 2,000 characters. */
const longest = 1800;

/**
 * A `mailto:` address with the message as a draft: only `subject` and `body`, every part percent-encoded.
 * @returns the address, and whether the body had to be cut
 */
export function mailDraft(to: string, { name, email, message }: Message): { href: string; cut: boolean } {
  const subject = `New Contact Form Message from ${oneLine(name)}`;
  const head = `Name: ${oneLine(name)}\nEmail: ${oneLine(email)}\n\nMessage:\n`;
  const compose = (text: string) =>
    `mailto:${encodeURIComponent(to).replace("%40", "@")}?subject=${encode(subject)}&body=${encode(head + text)}`;
  const whole = compose(lines(message));
  if (whole.length <= longest) return { href: whole, cut: false };
  const notice = "\n[…] (cut; the whole message was sent on the website)";
  const characters = [...lines(message)];
  let low = 0;
  let high = characters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (compose(characters.slice(0, middle).join("") + notice).length <= longest) low = middle;
    else high = middle - 1;
  }
  return { href: compose(characters.slice(0, low).join("") + notice), cut: true };
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

/** RFC 6068: line breaks as CRLF, and nothing left that could end the value. */
const encode = (text: string) =>
  encodeURIComponent(text.replace(/\n/g, "\r\n")).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
