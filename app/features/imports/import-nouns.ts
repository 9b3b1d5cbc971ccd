import type { ImportKind, ImportNoun } from "../../admin/import-noun.ts";
import { mayOpen, type Role } from "../../admin/roles.ts";
import { guestImport } from "../attendance/people/guest-import.ts";
import { resourceImport } from "../education/resource-import.ts";
import { eventImport } from "../events/import/event-import.ts";
import { subscriberImport } from "../newsletter/subscriber-import.ts";

interface ImportedList extends ImportNoun {
  what: string;
  one: string;
  many: string;
  from: string;
  list: string;
  promise: string;
  /** what is said of lines about existing rows before and after an import, if not that they differ and were changed */
  known?: { before: string; after: string };
  /** of a file that is applied with all that it changes: what the button does, and what it became */
  whole?: { deed: string; became: string };
}

export const importNouns: Record<ImportKind, ImportedList> = {
  subscribers: {
    ...subscriberImport,
    what: "subscribers",
    one: "person",
    many: "people",
    from: "Like “Mailchimp” or “Luma, the pizza party of 2026”",
    list: "/admin/subscribers",
    promise:
      "People come in as not confirmed and get no email. Those who left this list, or to whom no email may go, stay out of it.",
  },
  resources: {
    ...resourceImport,
    what: "resources",
    one: "resource",
    many: "resources",
    from: "Like “Raindrop” or “The old website”",
    list: "/admin/resources",
    promise:
      "Each new line becomes a draft, which only admins see. A page that the library has already, also among deleted resources, is not added again.",
  },
  events: {
    ...eventImport,
    what: "events",
    one: "event",
    many: "events",
    from: "Like “Luma” or “The old website”",
    list: "/admin/events",
    promise:
      "Each new line of a CSV file, or new event of an .ics file, becomes a draft, which only admins see. An event that is here already, by its unique ID or by its title and time, is not added again.",
  },
  guests: {
    ...guestImport,
    what: "people on paper",
    one: "line",
    many: "lines",
    from: "Like “The list at the door”",
    list: "/admin/events",
    known: { before: "Known", after: "Checked in" },
    whole: { deed: "Apply the list of", became: "the people of the event" },
    promise: "",
  },
};

export const guestPromises = {
  came: "Who is known by address, or by a name that one person has, is checked in. Of the others, people with an email address are added, and get no email until they confirm on their own page; people without one are counted as walk-ins, and their names are not stored.",
  coming:
    "New people get free spots, then positions on the waitlist. The spots are theirs at once. If this site sends email, each gets the link to their page when it is their email’s turn; if it does not, tell them yourself.",
} as const;

export const backToList = ({ list, what }: ImportedList) => ({ to: list, label: `All ${what}` });

export const backToForm = ({ kind, what }: ImportedList, event: string | null = null) => ({
  to: `/admin/imports?of=${kind}${event ? `&event=${event}` : ""}`,
  label: `Import ${what}`,
});

export function importNoun(kind: string | null, role: Role): ImportedList | undefined {
  const noun = Object.values(importNouns).find((each) => each.kind === kind);
  return noun && mayOpen(role, noun.list) ? noun : undefined;
}

export type { ImportedList };

export const importableBy = (role: Role): ImportedList[] =>
  Object.values(importNouns).filter(({ kind, list }) => kind !== "guests" && mayOpen(role, list));
