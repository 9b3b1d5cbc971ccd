import type { ImportKind, ImportNoun } from "../../admin/import-noun.ts";
import { mayOpen, type Role } from "../../admin/roles.ts";
import { resourceImport } from "../education/resource-import.ts";
import { eventImport } from "../events/import/event-import.ts";
import { subscriberImport } from "../newsletter/subscriber-import.ts";

interface ImportedList extends ImportNoun {
  /** what is imported, in the middle of a sentence */
  what: string;
  one: string;
  many: string;
  /** the page that lists what exists already */
  list: string;
  /** what will become of a line, shown before anything is imported */
  promise: string;
}

export const importNouns: Record<ImportKind, ImportedList> = {
  subscribers: {
    ...subscriberImport,
    what: "subscribers",
    one: "person",
    many: "people",
    list: "/admin/subscribers",
    promise:
      "People come in as not confirmed and get no email. Those who left this list, or to whom no email may go, stay out of it.",
  },
  resources: {
    ...resourceImport,
    what: "resources",
    one: "resource",
    many: "resources",
    list: "/admin/resources",
    promise:
      "Each new line becomes a draft, which only admins see. A page that the library has already, also among deleted resources, is not added again.",
  },
  events: {
    ...eventImport,
    what: "events",
    one: "event",
    many: "events",
    list: "/admin/events",
    promise:
      "Each new line of a CSV file, or new event of an .ics file, becomes a draft, which only admins see. An event that is here already, by its unique ID or by its title and time, is not added again.",
  },
};

export const backToList = ({ list, what }: ImportedList) => ({ to: list, label: `All ${what}` });

export const backToForm = ({ kind, what }: ImportedList) => ({
  to: `/admin/imports?of=${kind}`,
  label: `Import ${what}`,
});

export function importNoun(kind: string | null, role: Role): ImportedList | undefined {
  const noun = Object.values(importNouns).find((each) => each.kind === kind);
  return noun && mayOpen(role, noun.list) ? noun : undefined;
}

export type { ImportedList };

export const importableBy = (role: Role): ImportedList[] =>
  Object.values(importNouns).filter(({ list }) => mayOpen(role, list));
