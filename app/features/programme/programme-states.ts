export const kinds = ["keynote", "talk", "workshop", "panel", "break", "social"] as const;
export const talkStatuses = ["scheduled", "cancelled"] as const;
export const talkChanges = ["new", "moved", "canceled", "on-again", "removed"] as const;
export const levels = ["beginner", "intermediate", "advanced"] as const;

export type Kind = (typeof kinds)[number];
export type Level = (typeof levels)[number];
