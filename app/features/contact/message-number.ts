import { defaultSite } from "../../site.ts";

/** Digits and letters that nobody takes for each other (Crockford's base 32). */
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const places = 4;
const numbers = digits.length ** places;
/** Odd, so that each number has one of its own, and so that they do not follow each other. */
const spread = 648_053;
/** Takes `spread` back. */
const gather = 759_005;

/** HB-3F7K: what people are told a message is called. @param number of the message */
export function messageNumber(number: number): string {
  let rest = (number * spread) % numbers;
  let text = "";
  for (let place = 0; place < places; place += 1) {
    text = digits.charAt(rest % digits.length) + text;
    rest = Math.floor(rest / digits.length);
  }
  return `${defaultSite.initials}-${text}`;
}

/** The number that somebody has typed in whatever case; null when it is none. */
export function numberIn(text: string): number | null {
  const [prefix, typed = ""] = text.trim().toUpperCase().split("-");
  const values = [...typed].map((digit) => digits.indexOf(digit));
  if (prefix !== defaultSite.initials || values.length !== places || values.includes(-1)) return null;
  return (values.reduce((sum, value) => sum * digits.length + value, 0) * gather) % numbers;
}
