export const adminKinds = [
  "event",
  "place",
  "series",
  "talk",
  "article",
  "issue",
  "resource",
  "entry",
  "subscriber",
  "message",
] as const;

export type AdminKind = (typeof adminKinds)[number];

interface Kind {
  label: string;
  pathOf(found: { id: string; title: string; above: string | null }): string;
  /** The list filtered by the same words; null if that list has no search. */
  listOf: ((text: string) => string) | null;
}

const searched = (list: string) => (text: string) => `${list}?${new URLSearchParams({ q: text })}`;

export const adminKindWords: Record<AdminKind, Kind> = {
  event: { label: "Events", pathOf: ({ id }) => `/admin/events/${id}`, listOf: searched("/admin/events") },
  place: { label: "Places", pathOf: ({ id }) => `/admin/places/${id}`, listOf: null },
  series: { label: "Series", pathOf: ({ id }) => `/admin/series/${id}`, listOf: null },
  talk: { label: "Talks", pathOf: ({ id, above }) => `/admin/events/${above}/programme/${id}`, listOf: null },
  article: {
    label: "Articles and guides",
    pathOf: ({ id }) => `/admin/articles/${id}`,
    listOf: searched("/admin/articles"),
  },
  issue: { label: "Newsletter", pathOf: ({ id }) => `/admin/issues/${id}`, listOf: null },
  resource: { label: "Resources", pathOf: ({ id }) => `/admin/resources/${id}`, listOf: searched("/admin/resources") },
  entry: { label: "People of events", pathOf: ({ id, above }) => `/admin/events/${above}/people/${id}`, listOf: null },
  subscriber: {
    label: "Subscribers",
    pathOf: ({ title }) => searched("/admin/subscribers")(title),
    listOf: searched("/admin/subscribers"),
  },
  message: {
    label: "Messages",
    pathOf: ({ id }) => `/admin/messages/${id}`,
    listOf: (text) => `${searched("/admin/messages")(text)}&state=all`,
  },
};
