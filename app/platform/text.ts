import { z } from "zod";

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

/** Well-formed, NFC, trimmed; line breaks as "\n". */
export function normalized(text: string): string {
  return text.toWellFormed().normalize("NFC").replace(/\r\n?/g, "\n").trim();
}

/** What somebody searches for: normalized, without control characters, which no text of ours has. @param max in UTF-16 units */
export function searchText(text: string | null, max: number): string {
  const plain = normalized((text ?? "").replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "));
  return plain.slice(0, max).toWellFormed().trim();
}

/** How long people would say a text is: code points, format characters (joiners, marks of direction) left out. */
export function lengthOf(text: string): number {
  return [...text.replace(/\p{Cf}/gu, "")].length;
}

/** A text field in any script: ʻokina, kahakō, CJK, right to left, emoji. */
export function textField({ empty, max, min, multiline = false, label }: TextRules) {
  return z
    .string({ required_error: empty, invalid_type_error: empty })
    .transform(normalized)
    .superRefine((text, issues) => {
      const length = lengthOf(text);
      const message =
        length === 0
          ? empty
          : (multiline ? controlInLines : control).test(text)
            ? `${label} contains characters that cannot be used`
            : min && length < min.length
              ? min.message
              : length > max
                ? `${label} must be at most ${max.toLocaleString("en-US")} characters`
                : undefined;
      if (message) issues.addIssue({ code: "custom", message });
    });
}

/** What `<input type="email">` accepts (the pattern of the HTML standard), 254 characters at most. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

const badEmail = "Please enter a valid email address";
const noEmail = "Enter your email address";

export const emailField = z
  .string({ required_error: noEmail, invalid_type_error: noEmail })
  .transform(normalized)
  .superRefine((text, issues) => {
    if (text === "") issues.addIssue({ code: "custom", message: noEmail });
    else if (text.length > 254 || !emailPattern.test(text)) issues.addIssue({ code: "custom", message: badEmail });
  });

/** The trap for robots: whatever stands in it marks the entry as suspected spam, and is never an error. */
export const trapField = z
  .unknown()
  .optional()
  .transform((value) => value !== undefined && value !== "");
