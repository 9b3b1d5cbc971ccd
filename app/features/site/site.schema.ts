import { z } from "zod";
import { emailField, optionalTextField, textField } from "../../platform/text.ts";
import { webAddressField } from "../../platform/web-address.ts";
import { momentOfField } from "../events/event-times.ts";

/** Where a community can be found, in the order of the footer. */
export const networks = [
  { label: "LinkedIn", icon: "linkedin" },
  { label: "Telegram", icon: "telegram" },
  { label: "Meetup", icon: "meetup" },
  { label: "Instagram", icon: "instagram" },
  { label: "X/Twitter", icon: "x" },
  { label: "Discord", icon: "discord" },
  { label: "Facebook", icon: "facebook" },
] as const;

/** Places for founders in the form, in their order on the page. */
export const founderPlaces = [1, 2, 3, 4, 5, 6] as const;

/** The pictures that a founder may be shown with; they are files of the site. */
export const portraits = ["/uploads/founder-1.svg", "/uploads/founder-2.svg", "/uploads/founder-3.svg"] as const;

type NetworkField = `social_${(typeof networks)[number]["icon"]}_url`;
type FounderField = `founder_${(typeof founderPlaces)[number]}_${"name" | "bio" | "portrait" | "url"}`;

const link = (missing?: string) =>
  webAddressField({ missing, tooLong: "The address must be at most 2,048 characters" });
type OptionalText = ReturnType<typeof optionalTextField>;

const badMoment = "Enter a date and a time like 2027-05-20 18:00";
const moment = z
  .string({ invalid_type_error: badMoment })
  .trim()
  .refine((text) => momentOfField(text) !== null, badMoment)
  .optional();

const founderFields = Object.fromEntries(
  founderPlaces.flatMap((place) => [
    [`founder_${place}_name`, optionalTextField("Name", 100)],
    [`founder_${place}_bio`, optionalTextField("About", 600)],
    [`founder_${place}_portrait`, z.enum(portraits, { invalid_type_error: "Choose a picture" }).optional()],
    [`founder_${place}_url`, link().optional()],
  ]),
) as unknown as Record<FounderField, OptionalText>;

const networkFields = Object.fromEntries(
  networks.map(({ icon }) => [`social_${icon}_url`, link().optional()]),
) as unknown as Record<NetworkField, OptionalText>;

/** The form of /admin/site, and what the database keeps of it: texts by the names of their fields, empty ones left out. */
export const siteSchema = z
  .object({
    name: textField({ label: "Name", empty: "Enter the name", max: 80 }),
    short_name: textField({ label: "Short name", empty: "Enter the short name", max: 40 }),
    tagline: textField({ label: "Tagline", empty: "Enter the tagline", max: 200 }),
    email: emailField,
    location: textField({ label: "Place", empty: "Enter the place", max: 100 }),
    community_url: link("Enter the link"),
    meetup_url: link("Enter the link"),
    chat_url: link("Enter the link"),
    ...networkFields,
    ...founderFields,
    announcement: optionalTextField("Announcement", 200),
    announcement_url: link().optional(),
    announcement_from: moment,
    announcement_until: moment,
  })
  .superRefine((site, issues) => {
    for (const place of founderPlaces) {
      const isNamed = site[`founder_${place}_name`] !== undefined;
      const hasMore = (["bio", "portrait", "url"] as const).some((part) => site[`founder_${place}_${part}`]);
      const refuse = (part: "name" | "bio", message: string) =>
        issues.addIssue({ code: "custom", path: [`founder_${place}_${part}`], message });
      if (hasMore && !isNamed) refuse("name", "Enter the name");
      if (isNamed && !site[`founder_${place}_bio`]) refuse("bio", "Enter a sentence or two");
    }
    const { announcement, announcement_url, announcement_from: from, announcement_until: until } = site;
    if (!announcement && (announcement_url || from || until))
      issues.addIssue({ code: "custom", path: ["announcement"], message: "Enter the announcement" });
    if (from && until && from.replace(" ", "T") >= until.replace(" ", "T"))
      issues.addIssue({ code: "custom", path: ["announcement_until"], message: "Enter a time after the first one" });
  });

export type SiteSettings = z.output<typeof siteSchema>;
export type SiteField = keyof SiteSettings;
