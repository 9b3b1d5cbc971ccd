import type { ReactNode } from "react";
import { AdminHeader } from "../../../admin/admin-header.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { type Event, isOver } from "../event/event.ts";

type PlaceEvent = Pick<Event, "id" | "title" | "over_at" | "status" | "takes_reservations" | "meets">;

const parts = {
  overview: { label: "Overview", path: "", applies: () => true },
  details: { label: "Details", path: "/details", applies: () => true },
  people: { label: "People", path: "/people", applies: () => true },
  emails: { label: "Emails", path: "/emails", applies: () => true },
  programme: { label: "Program", path: "/programme", applies: () => true },
  door: {
    label: "Check-in",
    path: "/door",
    applies: ({ takes_reservations, meets }: PlaceEvent) => takes_reservations && meets !== "online",
  },
  afterwards: { label: "Afterwards", path: "/afterwards", applies: isOver },
} as const satisfies Record<
  string,
  { label: string; path: string; applies: (event: PlaceEvent, now: Date) => boolean }
>;

interface EventPlaceProps {
  event: PlaceEvent;
  part: keyof typeof parts;
  now: string;
  note?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

export function EventPlace({ event, part, now, note, action, children }: EventPlaceProps) {
  const tabs = Object.entries(parts).flatMap(([key, { label, path, applies }]) =>
    applies(event, new Date(now)) ? [{ key, label, href: `/admin/events/${event.id}${path}` }] : [],
  );
  return (
    <AdminHeader
      title={event.title}
      back={{ to: "/admin/events", label: "All events" }}
      tabs={<Tabs label="This event" tabs={tabs} current={part} />}
      note={note}
      action={action}
    >
      {children}
    </AdminHeader>
  );
}
