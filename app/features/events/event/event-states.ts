/** The values of an event's states, as the checks of the database have them. */
export const statuses = ["scheduled", "cancelled", "postponed"] as const;
export const precisions = ["exact", "day", "month", "quarter", "tba"] as const;
export const attendances = ["room", "online"] as const;
export const meetings = [...attendances, "both"] as const;
export const admissions = ["open", "asked", "none"] as const;
export const visibilities = ["public", "link"] as const;
/** What the database's `sign_up` answers. */
export const signUps = ["open", "line", "early", "late", "next", "closed"] as const;
/** What people join a list for. */
export const listPurposes = ["this-event", "next-edition", "reservation", "request"] as const;

export const precisionLabels = [
  { value: "exact", label: "Day and time" },
  { value: "day", label: "Day" },
  { value: "month", label: "Month" },
  { value: "quarter", label: "Quarter" },
  { value: "tba", label: "To be announced" },
] as const satisfies { value: (typeof precisions)[number]; label: string }[];

export const statusLabels = [
  { value: "scheduled", label: "Scheduled" },
  { value: "postponed", label: "Postponed" },
  { value: "cancelled", label: "Canceled" },
] as const satisfies { value: (typeof statuses)[number]; label: string }[];

export const meetsLabels = [
  { value: "room", label: "In a room" },
  { value: "online", label: "Online" },
  { value: "both", label: "In a room and online" },
] as const satisfies { value: (typeof meetings)[number]; label: string }[];

export const visibilityLabels = [
  { value: "public", label: "Everyone: it is in lists, feeds and search" },
  { value: "link", label: "Only people with its link: no list, feed or search engine names it" },
] as const satisfies { value: (typeof visibilities)[number]; label: string }[];

export const eventChoices = {
  status: statusLabels,
  meets: meetsLabels,
  visibility: visibilityLabels,
  date_precision: precisionLabels,
};
