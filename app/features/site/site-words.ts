import { momentOfField } from "../../platform/text/typed-moments.ts";
import { type AboutWords, defaultSite, type HomeWords, type SiteWords, type Titled } from "../../site.ts";
import {
  cardPlaces,
  founderPlaces,
  networks,
  noMap,
  portraits,
  type SiteSettings,
  type TitledName,
  valuePlaces,
} from "./site.schema.ts";

export function wordsOf(settings: SiteSettings): SiteWords {
  const { announcement } = settings;
  const momentAt = (text?: string) => (text ? momentOfField(text) : null);
  return {
    name: settings.name,
    shortName: settings.short_name,
    tagline: settings.tagline,
    email: settings.email,
    location: settings.location,
    postalAddress: settings.postal_address ?? null,
    communityUrl: settings.community_url,
    meetupUrl: settings.meetup_url,
    chatUrl: settings.chat_url,
    mapSite: settings.map_site === noMap ? null : (settings.map_site ?? defaultSite.mapSite),
    social: networks.flatMap(({ label, icon }) => {
      const url = settings[`social_${icon}_url`];
      return url ? [{ label, icon, url }] : [];
    }),
    home: homeOf(settings),
    about: aboutOf(settings),
    firstLetter: settings.first_letter ?? defaultSite.firstLetter,
    founders: founderPlaces.flatMap((place) => {
      const name = settings[`founder_${place}_name`];
      if (!name) return [];
      const photo = settings[`founder_${place}_portrait`] ?? null;
      const website = settings[`founder_${place}_url`] ?? null;
      const {
        [`founder_${place}_portrait_alt` as const]: photoAlt,
        [`founder_${place}_portrait_focus` as const]: photoFocus,
      } = settings;
      return [{ name, photo, photoAlt, photoFocus, bio: settings[`founder_${place}_bio`] ?? "", website }];
    }),
    linkPicture: settings.link_picture ? { path: settings.link_picture, alt: settings.link_picture_alt ?? "" } : null,
    announcement: announcement
      ? {
          text: announcement,
          url: settings.announcement_url ?? null,
          from: momentAt(settings.announcement_from),
          until: momentAt(settings.announcement_until),
        }
      : null,
  };
}

function titledOf(settings: SiteSettings, name: TitledName): Titled | null {
  const { [`${name}_title` as const]: title, [`${name}_text` as const]: text } = settings;
  return title && text ? { title, text } : null;
}

/** Returns the defaults for settings saved before these texts existed: the form never leaves a heading empty. */
function homeOf(settings: SiteSettings): HomeWords {
  if (!settings.home_heading || !settings.letter_heading) return defaultSite.home;
  return {
    heading: settings.home_heading,
    lead: settings.home_lead ?? null,
    cards: cardPlaces.map((place) => titledOf(settings, `home_card_${place}`)),
    letterHeading: settings.letter_heading,
    letterLead: settings.letter_lead ?? null,
    letterParts: cardPlaces.map((place) => settings[`letter_part_${place}`] ?? null),
  };
}

function aboutOf(settings: SiteSettings): AboutWords {
  const { story_heading: storyHeading, story, values_heading: valuesHeading, about_lead: lead } = settings;
  if (!storyHeading || !story || !valuesHeading) return defaultSite.about;
  return {
    description: settings.about_description ?? lead ?? settings.tagline,
    lead: lead ?? null,
    storyHeading,
    story,
    valuesHeading,
    values: valuePlaces.map((place) => titledOf(settings, `about_value_${place}`)),
  };
}

/** Returns the form values for texts that have never been saved. */
export function settingsOf(words: SiteWords): Partial<SiteSettings> {
  const { home, about } = words;
  const founders = words.founders.flatMap(({ name, bio, photo, website }, index) => [
    [`founder_${index + 1}_name`, name],
    [`founder_${index + 1}_bio`, bio],
    [`founder_${index + 1}_portrait`, portraits.find((portrait) => portrait === photo)],
    [`founder_${index + 1}_url`, website ?? undefined],
  ]);
  const titled = (name: string, all: (Titled | null)[]) =>
    all.flatMap((each, index) => [
      [`${name}_${index + 1}_title`, each?.title],
      [`${name}_${index + 1}_text`, each?.text],
    ]);
  return {
    name: words.name,
    short_name: words.shortName,
    tagline: words.tagline,
    email: words.email,
    location: words.location,
    postal_address: words.postalAddress ?? undefined,
    community_url: words.communityUrl,
    meetup_url: words.meetupUrl,
    chat_url: words.chatUrl,
    map_site: words.mapSite ?? noMap,
    ...Object.fromEntries(words.social.map(({ icon, url }) => [`social_${icon}_url`, url])),
    home_heading: home.heading,
    home_lead: home.lead ?? undefined,
    letter_heading: home.letterHeading,
    letter_lead: home.letterLead ?? undefined,
    ...Object.fromEntries(home.letterParts.map((part, index) => [`letter_part_${index + 1}`, part ?? undefined])),
    first_letter: words.firstLetter,
    about_description: about.description,
    about_lead: about.lead ?? undefined,
    story_heading: about.storyHeading,
    story: about.story,
    values_heading: about.valuesHeading,
    ...Object.fromEntries([...titled("home_card", home.cards), ...titled("about_value", about.values), ...founders]),
  };
}
