/** Normalizes typed text to the database's form of a code: only letters, in upper case. */
export const codeOf = (text = "") =>
  text
    .slice(0, 40)
    .toUpperCase()
    .replace(/[^A-Z]/g, "")
    .slice(0, 9);

/** The path of a ticket's page, in lower case like all paths. */
export const checkInPath = (code: string) => `/check-in/${code.toLowerCase()}`;
