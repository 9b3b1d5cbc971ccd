import { siteSchema } from "../../app/features/site/site.schema.ts";
import { settingsOf } from "../../app/features/site/site-words.ts";
import { defaultSite } from "../../app/site.ts";

const address = `https://example.net/${"a".repeat(2028)}`;

/** Returns the form of /admin/site with every field at its maximum length, in four-byte characters. */
export function longestSite(): Record<string, string> {
  const own = settingsOf(defaultSite) as Record<string, string | undefined>;
  const longest = Object.keys(siteSchema().shape).map((name) => {
    if (name.endsWith("_url")) return [name, address];
    if (/_portrait$|_picture$|_alt$|_focus$|_from$|_until$|^email$|^map_site$|_goes$/.test(name))
      return [name, own[name]];
    const { error } = siteSchema().safeParse({ ...own, [name]: "🌺".repeat(10_000) });
    const most = /at most ([\d,]+) characters/.exec(error?.issues[0]?.message ?? "")?.[1]?.replace(",", "");
    return [name, "🌺".repeat(Number(most))];
  });
  return Object.fromEntries(longest.filter(([, text]) => text !== undefined));
}
