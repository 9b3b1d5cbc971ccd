/** The same as `fold` in SQL: lower case, without kahakō and without any of the characters typed for an ʻokina. */
export const fold = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0304\u02BB\u02BC\u2018\u2019'`]/g, "")
    .toLowerCase();
