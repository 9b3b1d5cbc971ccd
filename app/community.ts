// Where the community is, which the code alone says. Another one changes this, and what docs/deploy.md lists besides.

/** The zone of all dates and times that people read and type. */
export const zone = {
  /** its name in the database of time zones, as supabase/source/time/site_time_zone.sql has it */
  name: "Pacific/Honolulu",
  /** the last line of its file in /usr/share/zoneinfo, such as EST5EDT,M3.2.0,M11.1.0 for America/New_York */
  clock: "HST10",
  /** as in "When, in Honolulu time" */
  place: "Honolulu",
};

/** The first word of every email. */
export const greeting = "Aloha";

/** For search engines: where events are if nothing more is known. */
export const region = { addressRegion: "HI", addressCountry: "US" };

/** What events are listed by: the parts of the region, by population. supabase/source/values.sql has their keys. */
export const islandNames = {
  oahu: "Oʻahu",
  hawaii: "Hawaiʻi Island",
  maui: "Maui",
  kauai: "Kauaʻi",
  molokai: "Molokaʻi",
  lanai: "Lānaʻi",
} as const;

/** What such a part is called, and the word before its name. */
export const islandWords = { label: "Island", choose: "Choose an island", on: "on" };
