export const kindsOf = ["event", "series", "talk", "article", "guide", "resource", "issue"] as const;

export type SearchKind = (typeof kindsOf)[number];

export const kindWords: Record<SearchKind, { all: string; key: string; one: string }> = {
  event: { all: "Events", key: "events", one: "Event" },
  series: { all: "Series", key: "series", one: "Series of events" },
  talk: { all: "Talks", key: "talks", one: "Talk" },
  article: { all: "Articles", key: "articles", one: "Article" },
  guide: { all: "Guides", key: "guides", one: "Guide" },
  resource: { all: "Library", key: "library", one: "Library" },
  issue: { all: "Newsletter", key: "newsletter", one: "Newsletter" },
};

/** @param key as in URLs; null, meaning all kinds, for an unknown key */
export const kindOfKey = (key: string | null): SearchKind | null =>
  kindsOf.find((kind) => kindWords[kind].key === key) ?? null;
