import { z } from "zod";
import { recordOf } from "../../platform/record-of.ts";
import { hasPictures } from "../../platform/text/markdown.ts";
import { defaultSite } from "../../site.ts";
import {
  type FounderPlace,
  founderParts,
  founderPlaces,
  ofFounders,
  type SiteField,
  type SiteSettings,
  siteFields,
  titledNames,
} from "./site.schema.ts";

/** Bytes of the form, whose characters may take four each; the database accepts 100,000 bytes of settings. */
export const siteBodyLimit = 256 * 1024;

export const positions = ["1", "2", "3", "4", "5", "6"] as const;

const founderOrder = {
  ...recordOf(ofFounders("position"), () =>
    z.enum(positions, { invalid_type_error: "Choose a position on the page" }).optional(),
  ),
  ...recordOf(ofFounders("remove"), () => z.boolean().optional()),
};

type ReadSite = z.output<z.ZodObject<ReturnType<typeof siteFields> & typeof founderOrder>>;

export const siteFormSchema = z
  .object({ ...siteFields(), ...founderOrder })
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
    if (site.first_letter && hasPictures(site.first_letter))
      refuse(
        "first_letter",
        "An email has no pictures. Remove the ! before the brackets to link to a picture instead.",
      );
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
    first_letter: site.first_letter ?? defaultSite.firstLetter,
  };
}
