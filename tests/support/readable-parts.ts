/** Characters between which a sealed text, or a token inside of it, has its parts. */
const separators = /[^\w-]+/;

/** Returns the parts of a text that are base64url of a JSON object, as the header and claims of a token are. */
export function readableParts(text: string): string[] {
  return text.split(separators).filter((part) => {
    try {
      return typeof JSON.parse(Buffer.from(part, "base64url").toString()) === "object";
    } catch {
      return false;
    }
  });
}
