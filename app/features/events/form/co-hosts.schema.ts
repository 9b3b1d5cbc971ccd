import { z } from "zod";
import { textField } from "../../../platform/text/text.ts";
import { webAddressField } from "../../../platform/text/web-address.ts";
import type { CoHost } from "../event/co-hosts.tsx";

const most = 6;
const nameField = textField({ label: "The name", empty: "Enter the name before the link", max: 100 });
const linkField = webAddressField({ tooLong: "The link must be at most 2,048 characters", isSecure: true });

/** Co-hosts, one per line: a name, optionally followed by a link. Empty lines are ignored. */
export const coHostsField = z
  .string({ invalid_type_error: "Co-hosts must be text" })
  .optional()
  .transform((text = "", issues): CoHost[] => {
    const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== "");
    if (lines.length > most) {
      issues.addIssue({ code: "custom", message: `Enter at most ${most} co-hosts, one per line` });
      return z.NEVER;
    }
    return lines.map((line, index) => {
      const { name, url } = partsOf(line);
      const parsed = { name: nameField.safeParse(name), url: linkField.optional().safeParse(url) };
      for (const { error } of Object.values(parsed))
        for (const { message } of error?.issues ?? [])
          issues.addIssue({ code: "custom", message: `Line ${index + 1}: ${message}` });
      return { name: parsed.name.data ?? "", ...(parsed.url.data ? { url: parsed.url.data } : {}) };
    });
  });

/** The last word is the link if it looks like a URL; a lone bar or dash before it is only a separator. */
function partsOf(line: string): { name: string; url?: string } {
  const words = line.trim().split(/\s+/);
  const url = /^([a-z]+:\/\/|www\.)/i.test(words.at(-1) ?? "") ? words.pop() : undefined;
  if (url && /^[|–—-]$/.test(words.at(-1) ?? "")) words.pop();
  return { name: words.join(" "), url };
}
