import type { SiteWords } from "../../site.ts";
import { momentOfField } from "../events/event-times.ts";
import { founderPlaces, networks, portraits, type SiteSettings } from "./site.schema.ts";

/** What the site says, from what an owner has saved. */
export function wordsOf(settings: SiteSettings): SiteWords {
  const { announcement } = settings;
  const momentAt = (text?: string) => (text ? momentOfField(text) : null);
  return {
    name: settings.name,
    shortName: settings.short_name,
    tagline: settings.tagline,
    email: settings.email,
    location: settings.location,
    communityUrl: settings.community_url,
    meetupUrl: settings.meetup_url,
    chatUrl: settings.chat_url,
    social: networks.flatMap(({ label, icon }) => {
      const url = settings[`social_${icon}_url`];
      return url ? [{ label, icon, url }] : [];
    }),
    founders: founderPlaces.flatMap((place) => {
      const name = settings[`founder_${place}_name`];
      if (!name) return [];
      const photo = settings[`founder_${place}_portrait`] ?? null;
      const website = settings[`founder_${place}_url`] ?? null;
      return [{ name, photo, bio: settings[`founder_${place}_bio`] ?? "", website }];
    }),
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

/** The form of words that nobody has saved yet. */
export function settingsOf(words: SiteWords): Partial<SiteSettings> {
  const founders = words.founders.flatMap(({ name, bio, photo, website }, index) => [
    [`founder_${index + 1}_name`, name],
    [`founder_${index + 1}_bio`, bio],
    [`founder_${index + 1}_portrait`, portraits.find((portrait) => portrait === photo)],
    [`founder_${index + 1}_url`, website ?? undefined],
  ]);
  return {
    name: words.name,
    short_name: words.shortName,
    tagline: words.tagline,
    email: words.email,
    location: words.location,
    community_url: words.communityUrl,
    meetup_url: words.meetupUrl,
    chat_url: words.chatUrl,
    ...Object.fromEntries(words.social.map(({ icon, url }) => [`social_${icon}_url`, url])),
    ...Object.fromEntries(founders),
  };
}
