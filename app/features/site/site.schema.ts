import { z } from "zod";
import { hasPictures } from "../../platform/text/markdown.ts";
import { optionalTextField, othersEmailField, textField } from "../../platform/text/text.ts";
import { momentOfField } from "../../platform/text/typed-moments.ts";
import { webAddressField } from "../../platform/text/web-address.ts";
import { defaultSite } from "../../site.ts";
import { socialImageOf, uploadAt } from "../pictures/picture.ts";

/** The community's profiles on other networks, in the order of the footer. */
export const networks = [
  { label: "LinkedIn", icon: "linkedin" },
  { label: "Telegram", icon: "telegram" },
  { label: "Meetup", icon: "meetup" },
  { label: "Instagram", icon: "instagram" },
  { label: "X/Twitter", icon: "x" },
  { label: "Discord", icon: "discord" },
  { label: "Facebook", icon: "facebook" },
] as const;

/** The positions for founders in the form, in their order on the page. */
export const founderPlaces = [1, 2, 3, 4, 5, 6] as const;

/** The positions for cards and letter parts on the home page, and for values on /about. */
export const cardPlaces = [1, 2, 3] as const;
export const valuePlaces = [1, 2, 3, 4] as const;

/** The drawings, files of the site, that can be a founder's portrait; any library picture can, too. */
export const portraits = ["/uploads/founder-1.svg", "/uploads/founder-2.svg", "/uploads/founder-3.svg"] as const;

type FounderPlace = (typeof founderPlaces)[number];
const founderParts = ["name", "bio", "portrait", "url"] as const;

/** The fields that accept a library picture. */
export const pictureFields = [
  ...founderPlaces.map((place) => `founder_${place}_portrait` as const),
  "link_picture" as const,
];

type NetworkField = `social_${(typeof networks)[number]["icon"]}_url`;
type FounderField = `founder_${FounderPlace}_${(typeof founderParts)[number]}`;
export type TitledName = `home_card_${(typeof cardPlaces)[number]}` | `about_value_${(typeof valuePlaces)[number]}`;
type TitledField = `${TitledName}_${"title" | "text"}`;
type LetterField = `letter_part_${(typeof cardPlaces)[number]}`;

const link = (missing?: string) => webAddressField({ missing, tooLong: "The link must be at most 2,048 characters" });
type OptionalText = ReturnType<typeof optionalTextField>;

export const noPicture = "Choose a picture of the library";

/** Whether other sites can draw the picture with a link. */
export const isForLinks = (path: string) => socialImageOf({ path, alt: null, width: null, height: null }) !== undefined;

const picture = (isOther: (path: string) => boolean) =>
  z.string({ invalid_type_error: noPicture }).refine((path) => uploadAt(path) !== null || isOther(path), noPicture);

const badMoment = "Enter a date and a time like 2027-05-20 18:00";
const moment = z
  .string({ invalid_type_error: badMoment })
  .trim()
  .refine((text) => momentOfField(text) !== null, badMoment)
  .optional();

const named = <Field extends string>(entries: [string, z.ZodTypeAny][]) =>
  Object.fromEntries(entries) as unknown as Record<Field, OptionalText>;

const networkFields = named<NetworkField>(networks.map(({ icon }) => [`social_${icon}_url`, link().optional()]));

const founderFields = named<FounderField>(
  founderPlaces.flatMap((place): [string, z.ZodTypeAny][] => [
    [`founder_${place}_name`, optionalTextField("Name", 100)],
    [`founder_${place}_bio`, optionalTextField("About", 600)],
    [`founder_${place}_portrait`, picture((path) => portraits.some((portrait) => portrait === path)).optional()],
    [`founder_${place}_url`, link().optional()],
  ]),
);

/** The name prefixes of the items that have a title and a text. */
const titledNames: TitledName[] = [
  ...cardPlaces.map((place) => `home_card_${place}` as const),
  ...valuePlaces.map((place) => `about_value_${place}` as const),
];

const titledFields = named<TitledField>(
  titledNames.flatMap((name): [string, z.ZodTypeAny][] => [
    [`${name}_title`, optionalTextField("Title", 80)],
    [`${name}_text`, optionalTextField("Text", 300)],
  ]),
);

const letterFields = named<LetterField>(
  cardPlaces.map((place) => [`letter_part_${place}`, optionalTextField("Part", 80)]),
);

const fields = {
  name: textField({ label: "Name", empty: "Enter the name", max: 80 }),
  short_name: textField({ label: "Short name", empty: "Enter the short name", max: 40 }),
  tagline: textField({ label: "Tagline", empty: "Enter the tagline", max: 200 }),
  email: othersEmailField,
  location: textField({ label: "Location", empty: "Enter the location", max: 100 }),
  link_picture: picture(() => false)
    .refine(isForLinks, "Other sites do not show AVIF pictures. Choose another one.")
    .optional(),
  postal_address: optionalTextField("Mailing address", 300),
  community_url: link("Enter the link"),
  meetup_url: link("Enter the link"),
  chat_url: link("Enter the link"),
  ...networkFields,
  home_heading: optionalTextField("Heading", 100),
  home_lead: optionalTextField("Lead", 300),
  ...titledFields,
  letter_heading: optionalTextField("Heading", 100),
  letter_lead: optionalTextField("Lead", 300),
  ...letterFields,
  about_description: optionalTextField("Description", 200),
  about_lead: optionalTextField("Lead", 300),
  story_heading: optionalTextField("Heading", 100),
  story: optionalTextField("Text", 4000, true),
  values_heading: optionalTextField("Heading", 100),
  ...founderFields,
  announcement: optionalTextField("Announcement", 200),
  announcement_url: link().optional(),
  announcement_from: moment,
  announcement_until: moment,
};

/** Copies of the library's description and focus of the pictures shown, which visitors get. */
const copies = named<`${(typeof pictureFields)[number]}_${"alt" | "focus"}`>(
  pictureFields.flatMap((name): [string, z.ZodTypeAny][] => [
    [`${name}_alt`, z.string().optional()],
    [`${name}_focus`, z.string().optional()],
  ]),
);

/** What the database stores of the site: texts by field name, empty ones left out. */
export const siteSchema = z.object({ ...fields, ...copies });

/**
 * The byte limit of the form, whose characters may take four bytes each; the database accepts 100,000 bytes of
 * settings.
 */
export const siteBodyLimit = 256 * 1024;

export type SiteSettings = z.output<typeof siteSchema>;
export type SiteField = keyof typeof fields;

export const positions = ["1", "2", "3", "4", "5", "6"] as const;

const founderOrder = Object.fromEntries(
  founderPlaces.flatMap((place): [string, z.ZodTypeAny][] => [
    [
      `founder_${place}_position`,
      z.enum(positions, { invalid_type_error: "Choose a position on the page" }).optional(),
    ],
    [`founder_${place}_remove`, z.boolean().optional()],
  ]),
) as unknown as Record<`founder_${FounderPlace}_position`, OptionalText> &
  Record<`founder_${FounderPlace}_remove`, z.ZodOptional<z.ZodBoolean>>;

type ReadSite = z.output<z.ZodObject<typeof fields & typeof founderOrder>>;

/** The form of /admin/site: the settings to store, with the founders in the chosen order. */
export const siteFormSchema = z
  .object({ ...fields, ...founderOrder })
  .superRefine((site, issues) => {
    const refuse = (field: SiteField, message: string) => issues.addIssue({ code: "custom", path: [field], message });
    for (const place of founderPlaces) {
      if (site[`founder_${place}_remove`]) continue;
      const isNamed = site[`founder_${place}_name`] !== undefined;
      const hasMore = founderParts.some((part) => part !== "name" && site[`founder_${place}_${part}`]);
      if (hasMore && !isNamed) refuse(`founder_${place}_name`, `Enter the name of founder ${place}`);
      if (isNamed && !site[`founder_${place}_bio`])
        refuse(`founder_${place}_bio`, `Enter a sentence or two about founder ${place}`);
    }
    for (const name of titledNames) {
      const { [`${name}_title` as const]: title, [`${name}_text` as const]: text } = site;
      const what = name.replace(/^\w+_(\w+)_/, "$1 ");
      if (text && !title) refuse(`${name}_title`, `Enter the title of ${what}`);
      if (title && !text) refuse(`${name}_text`, `Enter the text of ${what}`);
    }
    if (site.story && hasPictures(site.story))
      refuse("story", "The story has no pictures. Remove the ! before the brackets to link to a picture instead.");
    const { announcement, announcement_url, announcement_from: from, announcement_until: until } = site;
    if (!announcement && (announcement_url || from || until)) refuse("announcement", "Enter the announcement");
    if (from && until && from.replace(" ", "T") >= until.replace(" ", "T"))
      refuse("announcement_until", "Enter a time after the first one");
  })
  .transform(settled);

/** A moved founder takes the chosen position, and those there shift; gaps close. */
function inOrder(site: ReadSite): FounderPlace[] {
  const rank = (place: FounderPlace) => {
    const position = Number(site[`founder_${place}_position`] ?? place);
    return position + Math.sign(position - place) / 2;
  };
  return founderPlaces
    .filter((place) => site[`founder_${place}_name`] && !site[`founder_${place}_remove`])
    .sort((one, other) => rank(one) - rank(other));
}

function settled(site: ReadSite): SiteSettings {
  const order = inOrder(site);
  const { home, about } = defaultSite;
  const founders = founderPlaces.flatMap((place) => {
    const from = order[place - 1];
    return founderParts.map((part) => [`founder_${place}_${part}`, from && site[`founder_${from}_${part}`]]);
  });
  const rest = Object.entries(site).filter(([name]) => !name.startsWith("founder_"));
  return {
    ...(Object.fromEntries([...rest, ...founders]) as SiteSettings),
    home_heading: site.home_heading ?? home.heading,
    letter_heading: site.letter_heading ?? home.letterHeading,
    story_heading: site.story_heading ?? about.storyHeading,
    story: site.story ?? about.story,
    values_heading: site.values_heading ?? about.valuesHeading,
  };
}
