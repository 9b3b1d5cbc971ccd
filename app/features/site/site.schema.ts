import { z } from "zod";
import { once } from "../../platform/once.ts";
import { recordOf } from "../../platform/record-of.ts";
import { optionalTextField, othersEmailField, textField } from "../../platform/text/text.ts";
import { momentOfField } from "../../platform/text/typed-moments.ts";
import { webAddressField } from "../../platform/text/web-address.ts";
import { mapSites } from "../../site.ts";
import { socialImageOf, uploadAt } from "../pictures/picture.ts";

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

export type FounderPlace = (typeof founderPlaces)[number];
export const founderParts = ["name", "bio", "portrait", "url"] as const;

/** The names of a field of all founders. */
export const ofFounders = <Part extends string>(part: Part) =>
  founderPlaces.map((place) => `founder_${place}_${part}` as const);

export const pictureFields = [...ofFounders("portrait"), "link_picture" as const];

export type TitledName = `home_card_${(typeof cardPlaces)[number]}` | `about_value_${(typeof valuePlaces)[number]}`;

const link = (missing?: string) => webAddressField({ missing, tooLong: "The link must be at most 2,048 characters" });

export const noPicture = "Choose a picture of the library";

/** Whether other sites can draw the picture with a link. */
export const isForLinks = (path: string) => socialImageOf({ path, alt: null, width: null, height: null }) !== undefined;

const picture = (isOther: (path: string) => boolean) =>
  z.string({ invalid_type_error: noPicture }).refine((path) => uploadAt(path) !== null || isOther(path), noPicture);

const badMoment = "Enter a date and a time like 2027-05-20 18:00";
const moment = () =>
  z
    .string({ invalid_type_error: badMoment })
    .trim()
    .refine((text) => momentOfField(text) !== null, badMoment)
    .optional();

const founderFields = () => ({
  ...recordOf(ofFounders("name"), () => optionalTextField("Name", 100)),
  ...recordOf(ofFounders("bio"), () => optionalTextField("About", 600)),
  ...recordOf(ofFounders("portrait"), () =>
    picture((path) => portraits.some((portrait) => portrait === path)).optional(),
  ),
  ...recordOf(ofFounders("url"), () => link().optional()),
});

export const titledNames: TitledName[] = [
  ...cardPlaces.map((place) => `home_card_${place}` as const),
  ...valuePlaces.map((place) => `about_value_${place}` as const),
];

/** Whether a new reader of the newsletter gets a first letter; the database reads the second one. */
export const firstLetterChoices = ["Send it", "Do not send it"] as const;

export const noMap = "None";

/** Made when first needed: a site that nobody has changed starts without them. */
export const siteFields = once(() => ({
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
  map_site: z.enum([...mapSites, noMap], { invalid_type_error: "Choose a map site" }).optional(),
  ...recordOf(
    networks.map(({ icon }) => `social_${icon}_url` as const),
    () => link().optional(),
  ),
  home_heading: optionalTextField("Heading", 100),
  home_lead: optionalTextField("Lead", 300),
  ...recordOf(
    titledNames.map((name) => `${name}_title` as const),
    () => optionalTextField("Title", 80),
  ),
  ...recordOf(
    titledNames.map((name) => `${name}_text` as const),
    () => optionalTextField("Text", 300),
  ),
  letter_heading: optionalTextField("Heading", 100),
  letter_lead: optionalTextField("Lead", 300),
  ...recordOf(
    cardPlaces.map((place) => `letter_part_${place}` as const),
    () => optionalTextField("Part", 80),
  ),
  about_description: optionalTextField("Description", 200),
  about_lead: optionalTextField("Lead", 300),
  story_heading: optionalTextField("Heading", 100),
  story: optionalTextField("Text", 4000, true),
  values_heading: optionalTextField("Heading", 100),
  ...founderFields(),
  first_letter: optionalTextField("Text", 2000, true),
  first_letter_goes: z.enum(firstLetterChoices, { invalid_type_error: "Choose whether it is sent" }).optional(),
  announcement: optionalTextField("Announcement", 200),
  announcement_url: link().optional(),
  announcement_from: moment(),
  announcement_until: moment(),
}));

/** Copies of the library's description and focus of the pictures shown, which visitors get. */
const copies = () =>
  recordOf(
    pictureFields.flatMap((name) => [`${name}_alt` as const, `${name}_focus` as const]),
    () => z.string().optional(),
  );

/** What the database stores of the site: texts by field name, empty ones left out. */
export const siteSchema = once(() => z.object({ ...siteFields(), ...copies() }));

export type SiteSettings = z.output<ReturnType<typeof siteSchema>>;
export type SiteField = keyof ReturnType<typeof siteFields>;
