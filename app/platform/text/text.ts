import { z } from "zod";
import { numberText } from "./number-text.ts";

interface TextRules {
  /** said when nothing, or nothing but spaces, was typed */
  empty: string;
  /** in code points, without format characters */
  max: number;
  min?: { length: number; message: string };
  multiline?: boolean;
  label: string;
}

const control = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** tab and line breaks are text where there are lines */
const controlInLines = /[^\P{Cc}\n\t]/u;

/** A letter, a digit or a sign: marks stand on one, and the rest leaves a blank (braille blank, Hangul fillers). */
const visible = /[^\p{M}\p{Z}\p{Cc}\p{Cf}\u2800\u3164\u115F\u1160\uFFA0]/u;

/** Code points, and UTF-16 units, that may become one in NFC: a letter with three marks. */
const mostParts = 4;

/** More marks in a row than any writing has (Unicode Standard Annex #15, stream-safe text); putting them in order costs their square. */
const pileOfMarks = /\p{M}{31}/u;

/** Well-formed, NFC, trimmed; line breaks as "\n". For text whose length and marks are bounded. */
export function normalized(text: string): string {
  return text.toWellFormed().normalize("NFC").replace(/\r\n?/g, "\n").trim();
}

/** What somebody searches for: normalized, without control characters, which no text of ours has. @param max in UTF-16 units */
export function searchText(text: string | null, max: number): string {
  const line = (text ?? "").replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  const plain = normalized(line.slice(0, mostParts * max));
  return plain.slice(0, max).toWellFormed().trim();
}

/** How long people would say a text is: code points, format characters (joiners, marks of direction) left out. */
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
    .transform(normalized)
    .superRefine((text, issues) => {
      const length = lengthOf(text);
      const message =
        !visible.test(text) && !control.test(text)
          ? empty
          : (multiline ? controlInLines : control).test(text)
            ? unusable
            : min && length < min.length
              ? min.message
              : length > max
                ? tooLong
                : undefined;
      if (message) issues.addIssue({ code: "custom", message });
    });
}

/** A text that may be left empty; spaces alone are nothing. */
export const optionalTextField = (label: string, max: number, multiline = false) =>
  z
    .string({ invalid_type_error: `${label} must be text` })
    .transform((text) => (text.trim() === "" ? undefined : text))
    .pipe(textField({ label, empty: `Enter: ${label}`, max, multiline }).optional())
    .optional();

/** The key of something in addresses: words of lower-case letters and digits. The database checks the same a last time. */
export const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** What `<input type="email">` accepts (the pattern of the HTML standard). */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

const badEmail = "Please enter a valid email address";

/** In characters of ASCII, which no other form of Unicode makes more. */
const longestEmail = 254;

const emailFieldThatAsks = (empty: string) =>
  z
    .string({ required_error: empty, invalid_type_error: empty })
    .refine((text) => text.trim().length <= longestEmail, badEmail)
    .transform(normalized)
    .superRefine((text, issues) => {
      if (text === "") issues.addIssue({ code: "custom", message: empty });
      else if (text.length > longestEmail || !emailPattern.test(text))
        issues.addIssue({ code: "custom", message: badEmail });
    });

/** The address of who fills in the form. */
export const emailField = emailFieldThatAsks("Enter your email address");

/** The address of somebody else. */
export const othersEmailField = emailFieldThatAsks("Enter an email address");

/** The honeypot for robots: whatever stands in it marks the entry as suspected spam, and is never an error. */
export const honeypotField = z
  .unknown()
  .optional()
  .transform((value) => value !== undefined && value !== "");
