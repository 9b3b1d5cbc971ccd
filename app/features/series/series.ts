import { suggestedKey } from "../../platform/text/suggested-key.ts";
import type { Event } from "../events/event/event.ts";

export const frequencies = ["weeks", "month"] as const;

/** How a series gets its editions; `frequency` is null if an admin adds each. Days are YYYY-MM-DD, in the site's zone. */
export interface Rule {
  frequency: (typeof frequencies)[number] | null;
  /** 1 for Monday to 7 for Sunday */
  weekday: number | null;
  every_weeks: number | null;
  /** 1 to 4, or -1 for the last */
  week_of_month: number | null;
  /** the first day on which there may be an edition, and the last one; null for no end */
  first_day: string | null;
  last_day: string | null;
  /** days that match the rule but get no edition */
  left_out: string[];
}

/** The state of a date of the rule; `key-taken` and `no-template` say why no edition can be created. */
export const planStates = ["made", "deleted", "due", "later", "key-taken", "no-template"] as const;
export type PlanState = (typeof planStates)[number];

export interface PlannedDate {
  day: string;
  state: PlanState;
  key: string;
  /** null if there is no edition */
  event_id: string | null;
  title: string | null;
  status: Event["status"] | null;
  is_published: boolean | null;
  starts_at: string | null;
  date_precision: Event["date_precision"] | null;
}

export interface EditedSeries extends Rule {
  id: string;
  key: string;
  name: string;
  about: string;
  template_id: string | null;
  editions_ahead: number;
  publishes: boolean;
  updated_at: string;
  editions: number;
  next_starts_at: string | null;
  subscribers: number;
  plan: PlannedDate[];
}

export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

const times: Readonly<Record<number, string>> = { 1: "first", 2: "second", 3: "third", 4: "fourth", [-1]: "last" };

/** The key of a series of this name; empty if the name has no Latin letter or digit. */
export const keyOfSeriesName = (name: string) => suggestedKey(name).slice(0, 60).replace(/-$/, "");

/** Describes a rule: "The first Thursday of each month", "Every 2 weeks on Monday". */
export function ruleText({ frequency, weekday, every_weeks: weeks, week_of_month: week }: Rule): string {
  const day = weekdays[(weekday ?? 1) - 1];
  if (frequency === "month") return `The ${times[week ?? 1]} ${day} of each month`;
  if (frequency === "weeks") return weeks === 1 ? `Every ${day}` : `Every ${weeks} weeks on ${day}`;
  return "No rule";
}
