import { z } from "zod";
import { suggestedKey } from "../../platform/text/suggested-key.ts";
import { slug, textField } from "../../platform/text/text.ts";

export const namedLinkSchema = z.object({
  name: textField({ label: "Name", empty: "Enter a name", max: 60 }).refine(
    (name) => suggestedKey(name) !== "",
    "Use at least one letter or digit from A to Z and 0 to 9",
  ),
});

/** The query parameter with the name; pages do not differ by it. */
const parameter = "from";

const queryOf = (link: string) => `?${parameter}=${link}`;

/** A path or URL with the name of a link; without one, as it is. */
export function namedPath(path: string, link: string | null): string {
  if (!link) return path;
  const [page = "", fragment] = path.split("#");
  const named = page.includes("?") ? `${page}&${parameter}=${link}` : page + queryOf(link);
  return fragment === undefined ? named : `${named}#${fragment}`;
}

/** The name in the URL that a form was sent to, which is that of the page with the form; null if it has none. */
export function linkIn({ url }: Pick<Request, "url">): string | null {
  const name = new URL(url).searchParams.get(parameter) ?? "";
  return slug.test(name) && name.length <= 70 ? name : null;
}
