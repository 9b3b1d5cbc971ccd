import { z } from "zod";

interface WebAddress {
  /** the message if it is empty, in forms that require it */
  missing?: string;
  tooLong: string;
  /** also refuses http:// */
  isSecure?: boolean;
}

/** Characters without width or of direction; joiners belong to words in paths. */
const zeroWidth = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** Whether a link was typed without https://: it begins with a host that has a dot. */
const beginsWithHost = (link: string) =>
  // Within the function, because an isolate takes a millisecond or more to make it.
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+\p{L}[\p{L}\p{M}\p{N}-]+(?::\d{1,5})?(?:[/?#]|$)/u.test(
    link,
  );

/** What may be the name of a file instead. */
const fileName = /^[^/?#]*\.(?:pdf|html?|docx?|pptx?|xlsx?|jpe?g|png|webp|txt|js)$/i;

/** Returns a link without the invisible characters that programs copy with it, and with the https:// that people omit. */
export function pastedLink(text: string): string {
  const link = text.replace(zeroWidth, "").trim();
  return beginsWithHost(link) && !fileName.test(link) ? `https://${link}` : link;
}

/**
 * A field for the URL of an external page, http or https, in canonical form of at most 2,048 characters. A URL with a
 * name or password before its host (https://bank.example@evil.example/) is refused: it shows one site and opens another.
 */
export function webAddressField({ missing, tooLong, isSecure = false }: WebAddress) {
  const notOnTheWeb = `Enter a link that starts with https://${isSecure ? "" : " or http://"}`;
  const onTheWeb = isSecure ? /^https:\/\/\S+$/i : /^https?:\/\/\S+$/i;
  return z
    .string({ required_error: missing, invalid_type_error: notOnTheWeb })
    .transform(pastedLink)
    .refine((text) => onTheWeb.test(text) && URL.canParse(text), notOnTheWeb)
    .refine((text) => !hasUserinfo(text), "Enter the link without the name or password before its @")
    .transform((text) => (URL.canParse(text) ? new URL(text).href : text))
    .refine((url) => url.length <= 2048, tooLong);
}

function hasUserinfo(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return Boolean(username || password);
}
