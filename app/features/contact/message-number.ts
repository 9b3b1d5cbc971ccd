import { defaultSite } from "../../site.ts";

/** Digits and letters that are hard to confuse with each other (Crockford's base 32). */
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const places = 4;
const numbers = digits.length ** places;
/** Odd, so that each number gets a unique value; large, so that consecutive numbers get no consecutive values. */
const spread = 648_053;
/** The inverse of `spread`, modulo `numbers`. */
const gather = 759_005;

export function messageNumber(number: number): string {
  let rest = (number * spread) % numbers;
  let text = "";
  for (let place = 0; place < places; place += 1) {
    text = digits.charAt(rest % digits.length) + text;
    rest = Math.floor(rest / digits.length);
  }
  return `${defaultSite.initials}-${text}`;
}

/** The number of the message that a typed text names, in any letter case; null if the text is not such a number. */
export function numberIn(text: string): number | null {
  const [prefix, typed = ""] = text.trim().toUpperCase().split("-");
  const values = [...typed].map((digit) => digits.indexOf(digit));
  if (prefix !== defaultSite.initials || values.length !== places || values.includes(-1)) return null;
  return (values.reduce((sum, value) => sum * digits.length + value, 0) * gather) % numbers;
}
