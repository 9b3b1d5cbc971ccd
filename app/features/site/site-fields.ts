import type { FieldMetadata } from "@conform-to/react";
import type { z } from "zod";
import {
  cardPlaces,
  founderPlaces,
  networks,
  pictureFields,
  portraits,
  type SiteField,
  type SiteSettings,
  valuePlaces,
} from "./site.schema.ts";
import type { siteFormSchema } from "./site-form.schema.ts";

export type TypedSite = z.input<typeof siteFormSchema>;

export type SiteFields = { [Name in keyof Required<TypedSite>]: FieldMetadata<TypedSite[Name]> };

const founderParts = { name: "name", bio: "about", portrait: "picture", url: "link" } as const;

const titled = (label: string, name: string, places: readonly number[]) =>
  Object.fromEntries(
    places.flatMap((place) => [
      [`${name}_${place}_title`, `${label} ${place}: title`],
      [`${name}_${place}_text`, `${label} ${place}: text`],
    ]),
  );

export const drawings = portraits.map((value, index) => ({ value, label: `Drawing ${index + 1}` }));

/** Replaces pictures in the settings by what they show, for comparing two versions. */
export function picturesInWords<Settings extends Partial<SiteSettings>>(settings: Settings): Settings {
  const words = pictureFields.map((name) => {
    const drawing = drawings.find(({ value }) => value === settings[name]);
    return [name, drawing?.label ?? settings[`${name}_alt`] ?? settings[name]];
  });
  return { ...settings, ...Object.fromEntries(words) };
}

/** The labels of the form fields outside the form, such as when two versions are compared; in the order of the form. */
export const siteLabels = {
  name: "Name",
  short_name: "Short name",
  tagline: "Tagline",
  link_picture: "Picture shown with links",
  email: "Contact email",
  location: "Location",
  postal_address: "Mailing address",
  community_url: "Community link",
  meetup_url: "Meetup link",
  chat_url: "Chat link",
  map_site: "Maps",
  ...Object.fromEntries(networks.map(({ label, icon }) => [`social_${icon}_url`, label])),
  home_heading: "Home page: heading",
  home_lead: "Home page: lead",
  ...titled("Card", "home_card", cardPlaces),
  letter_heading: "Newsletter: heading",
  letter_lead: "Newsletter: lead",
  ...Object.fromEntries(cardPlaces.map((place) => [`letter_part_${place}`, `Newsletter: part ${place}`])),
  about_description: "About page: description",
  about_lead: "About page: lead",
  story_heading: "Story: heading",
  story: "Story: text",
  values_heading: "Values: heading",
  ...titled("Value", "about_value", valuePlaces),
  ...Object.fromEntries(
    founderPlaces.flatMap((place) =>
      Object.entries(founderParts).map(([part, label]) => [`founder_${place}_${part}`, `Founder ${place}: ${label}`]),
    ),
  ),
  first_letter: "First email",
  first_letter_goes: "First email: send it",
  announcement: "Announcement",
  announcement_url: "Link of the announcement",
  announcement_from: "Shown from",
  announcement_until: "Shown until",
} as Record<SiteField, string>;
