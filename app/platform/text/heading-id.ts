/** Returns the id of a heading: "1. Who is responsible" → "who-is-responsible"; ʻokina and kahakō are removed. */
export const slugOf = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f\u02bb’']/g, "")
    .toLowerCase()
    .replace(/^\d+\.\s*/, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
