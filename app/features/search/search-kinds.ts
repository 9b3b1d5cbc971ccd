/** What can be found, in the order of its links. */
export const kindsOf = ["event", "series", "talk", "article", "guide", "resource", "issue"] as const;

export type SearchKind = (typeof kindsOf)[number];

/** What a link calls all of a kind and the address names them by, and what a result is called. */
export const kindWords: Record<SearchKind, { all: string; key: string; one: string }> = {
  event: { all: "Events", key: "events", one: "Event" },
  series: { all: "Series", key: "series", one: "Series of events" },
  talk: { all: "Talks", key: "talks", one: "Talk" },
  article: { all: "Articles", key: "articles", one: "Article" },
  guide: { all: "Guides", key: "guides", one: "Guide" },
  resource: { all: "Library", key: "library", one: "Library" },
  issue: { all: "Newsletter", key: "newsletter", one: "Newsletter" },
};

/** @param key as addresses have it; null for what is none, which means all kinds */
export const kindOfKey = (key: string | null): SearchKind | null =>
  kindsOf.find((kind) => kindWords[kind].key === key) ?? null;
