import { z } from "zod";
import type { Event } from "./event.ts";
import { listedEventRow, mailedEventRow } from "./event-rows.ts";

const empty = Object.fromEntries(
  Object.entries(listedEventRow.shape).flatMap(([name, type]): [string, null | false][] => {
    if (type instanceof z.ZodBoolean) return [[name, false]];
    return type.isNullable() && !type.isOptional() ? [[name, null]] : [];
  }),
);

/** A past event with an exact time, an end, a tab and no pictures; tests override what differs in theirs. */
export const pizzaDay: Event & { starts_at: string } = {
  ...mailedEventRow.parse({
    ...empty,
    id: "6f9619ff-8b86-4d01-b42d-00c04fc964ff",
    key: "bitcoin",
    title: "Bitcoin Pizza Day 2025",
    ends_at: "2025-05-22T20:00:00-10:00",
    date_precision: "exact",
    over_at: "2025-05-22T20:00:00-10:00",
    place: "Co-working space in Kahala",
    attendee_limit: 50,
    summary: "An evening with pizza.",
    about: "",
    co_hosts: [],
    status: "scheduled",
    meets: "room",
    tab_order: 1,
    tab_label: "Bitcoin Pizza Day",
    admission: "open",
    party_limit: 1,
    offer_hours: 24,
    sequence: 0,
    created_at: "2025-01-01T00:00:00Z",
    updated_at: "2025-01-01T00:00:00Z",
  }),
  starts_at: "2025-05-22T18:00:00-10:00",
  series: null,
};
