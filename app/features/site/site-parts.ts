import type { SiteField, SiteSettings } from "./site.schema.ts";
import { siteLabels } from "./site-fields.ts";

const partOf = (path: string, label: string, pattern: RegExp) => ({
  path,
  label,
  fields: (Object.keys(siteLabels) as SiteField[]).filter((name) => pattern.test(name)),
});

export const siteParts = [
  partOf(
    "/admin/site",
    "Names and links",
    /^(name|short_name|tagline|email|location|postal_address|map_site|social_\w+|(community|meetup|chat)_url)$/,
  ),
  partOf("/admin/site/pages", "Home and about", /^(home|letter|about|values)_|^story/),
  partOf("/admin/site/newsletter", "Newsletter", /^first_letter/),
  partOf("/admin/site/founders", "Founders", /^founder_/),
  partOf("/admin/site/announcement", "Announcement", /^announcement/),
  partOf("/admin/site/looks", "Looks", /^link_picture$/),
];

export type SitePart = (typeof siteParts)[number];

/** The part at a path; the first one if there is none. */
export const sitePartAt = (path: string) => siteParts.find((part) => part.path === path) ?? (siteParts[0] as SitePart);

/** Adds to a form what is stored of the fields that it does not have, so that it changes only its own. */
export function addStored(form: FormData, stored: Partial<SiteSettings>): void {
  for (const name of Object.keys(siteLabels) as SiteField[]) {
    const value = stored[name];
    if (!form.has(name) && value !== undefined) form.set(name, value);
  }
}
