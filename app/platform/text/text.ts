import { z } from "zod";
import { numberText } from "./number-text.ts";

interface TextRules {
  /** the message if nothing, or only spaces, was typed */
  empty: string;
  /** in code points, without format characters */
  max: number;
  min?: { length: number; message: string };
  multiline?: boolean;
  label: string;
}

/** Line breaks of other programs, too: PowerPoint's (vertical tab), a PDF's (form feed), and Unicode's. */
const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** A visible character: not a combining mark, a space or a blank (braille blank, Hangul fillers). */
const visible = /[^\p{M}\p{Z}\p{Cc}\p{Cf}\u2800\u3164\u115F\u1160\uFFA0]/u;

/** How many code points or UTF-16 units may become one in NFC: a letter with three marks. */
const mostParts = 4;

/** More marks in a row than any script uses (Unicode Standard Annex #15, stream-safe text); sorting is quadratic. */
export const pileOfMarks = /\p{M}{31}/u;

/** Returns text well-formed, in NFC, trimmed, with "\n" as line breaks. For text whose length and marks are bounded. */
export function normalized(text: string): string {
  return text.toWellFormed().normalize("NFC").replace(lineBreak, "\n").trim();
}

/** Returns text as it was meant: line breaks and tabs become spaces in a single line, other control characters go. */
export function pastedText(text: string, isMultiline: boolean): string {
  const lines = normalized(text).replace(/[^\P{Cc}\n\t]/gu, "");
  return (isMultiline ? lines : lines.replace(/[\n\t]+/g, " ")).trim();
}

/** Returns an address or a code without invisible characters, and with full-width ones as the plain ones. */
export const plainWord = (text: string) =>
  text
    .toWellFormed()
    .normalize("NFKC")
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim();

/** Normalizes a search term and removes control characters, which none of our texts has. @param max in UTF-16 units */
export function searchText(text: string | null, max: number): string {
  const line = (text ?? "").replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  const plain = normalized(line.slice(0, mostParts * max));
  return plain.slice(0, max).toWellFormed().trim();
}

/** The length of a text as people perceive it: code points without format characters (joiners, direction marks). */
export function lengthOf(text: string): number {
  return [...text.replace(/\p{Cf}/gu, "")].length;
}

/** A text field in any script: ʻokina, kahakō, CJK, right to left, emoji. */
export function textField({ empty, max, min, multiline = false, label }: TextRules) {
  const tooLong = `${label} must be at most ${numberText(max)} characters`;
  const unusable = `${label} contains characters that cannot be used`;
  return z
    .string({ required_error: empty, invalid_type_error: empty })
    .superRefine((text, issues) => {
      const message = lengthOf(text.trim()) > mostParts * max ? tooLong : pileOfMarks.test(text) ? unusable : null;
      if (message) issues.addIssue({ code: "custom", message });
    })
    .transform((text) => pastedText(text, multiline))
    .superRefine((text, issues) => {
      const length = lengthOf(text);
      const message = !visible.test(text)
        ? empty
        : min && length < min.length
          ? min.message
          : length > max
            ? tooLong
            : undefined;
      if (message) issues.addIssue({ code: "custom", message });
    });
}

/** A text field that may be left empty; only spaces count as empty. */
export const optionalTextField = (label: string, max: number, multiline = false) =>
  z
    .string({ invalid_type_error: `${label} must be text` })
    .transform((text) => (text.trim() === "" ? undefined : text))
    .pipe(textField({ label, empty: `Enter: ${label}`, max, multiline }).optional())
    .optional();

/** What is left empty is null in the database. */
export const orNull = <Value>(value: Value | undefined) => value ?? null;

export const textOrNull = (label: string, max: number, multiline = false) =>
  optionalTextField(label, max, multiline).transform(orNull);

/** For a text that is never null in the database. */
export const textOrEmpty = (label: string, max: number, multiline = false) =>
  optionalTextField(label, max, multiline).transform((text) => text ?? "");

/** The key of something in URLs: words of lower-case letters and digits. The database checks the same again. */
export const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** What `<input type="email">` accepts (the pattern of the HTML standard). */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

const badEmail = "Please enter a valid email address";

/** In ASCII characters, whose number is the same in every Unicode normalization form. */
const longestEmail = 254;

/**
 * Returns an email address without what programs copy with it (mailto:, angle brackets, the sentence's full stop), with
 * the apostrophe of keyboards for that of typography, and its domain in ASCII.
 */
export function pastedAddress(text: string): string {
  const plain = plainWord(text)
    .replace(/^mailto:/i, "")
    .replace(/^<|[>.,;]{1,3}$/g, "")
    .trim();
  const at = plain.lastIndexOf("@") + 1;
  return plain.slice(0, at).replaceAll("’", "'") + asciiDomain(plain.slice(at));
}

function asciiDomain(domain: string): string {
  if (/^[\x20-\x7e]*$/.test(domain) || /[%/?#:@\\\s]/.test(domain)) return domain;
  const address = `https://${domain}`;
  return URL.canParse(address) ? new URL(address).hostname : domain;
}

const emailFieldThatAsks = (empty: string) =>
  z
    .string({ required_error: empty, invalid_type_error: empty })
    .refine((text) => text.trim().length <= mostParts * longestEmail, badEmail)
    .transform(pastedAddress)
    .superRefine((text, issues) => {
      if (text === "") issues.addIssue({ code: "custom", message: empty });
      else if (text.length > longestEmail || !emailPattern.test(text))
        issues.addIssue({ code: "custom", message: badEmail });
    });

export const emailField = emailFieldThatAsks("Enter your email address");

export const othersEmailField = emailFieldThatAsks("Enter an email address");

/** The honeypot for bots: any content marks the entry as suspected spam, and is never an error. */
export const honeypotField = z
  .unknown()
  .optional()
  .transform((value) => value !== undefined && value !== "");
