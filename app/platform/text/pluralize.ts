import { numberText } from "./number-text.ts";

/** 1 message, 1,204 messages */
export const pluralize = (count: number, one: string, more = `${one}s`) =>
  `${numberText(count)} ${count === 1 ? one : more}`;
