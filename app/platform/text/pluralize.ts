/** 1 message, 1,204 messages */
export const pluralize = (count: number, one: string, more = `${one}s`) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : more}`;
