import { z } from "zod";

interface WebAddress {
  /** the message in a form in which it must not be left empty */
  missing?: string;
  tooLong: string;
  /** refuses http:// too */
  isSecure?: boolean;
}

/**
 * The address of a page elsewhere, http or https, as its canonical text of at most 2,048 characters. One with a name or
 * password before its host (https://bank.example@evil.example/) is refused: it shows one site and leads to another.
 */
export function webAddressField({ missing, tooLong, isSecure = false }: WebAddress) {
  const notOnTheWeb = `Enter a link that starts with https://${isSecure ? "" : " or http://"}`;
  const onTheWeb = isSecure ? /^https:\/\/\S+$/i : /^https?:\/\/\S+$/i;
  return z
    .string({ required_error: missing, invalid_type_error: notOnTheWeb })
    .trim()
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
