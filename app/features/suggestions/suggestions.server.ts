import type { Admin } from "../../admin/admin.server.ts";
import { isId, type ListPage, readPage } from "../../admin/list-page.server.ts";
import type { ListQuery } from "../../admin/list-query.ts";
import { saved } from "../../admin/saving.server.ts";
import type { Row } from "../../platform/database/row.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { createResource, findTwin, listTabChoices } from "../education/resource-editing.server.ts";
import { createEvent } from "../events/form/event-editing.server.ts";
import { draftOfEvent, draftOfResource } from "./suggestion-drafts.ts";
import type { SuggestionKind } from "./suggestions.schema.ts";

const columns = "id, kind, title, url, about, day, place, email, status, suspected_spam, created_at, updated_at";
export type StoredSuggestion = Row<"suggestions", typeof columns>;

const statuses = ["new", "accepted", "declined"] as const;

export const suggestionStates = ["", "accepted", "declined", "suspected"] as const;

/** Pending suggestions, oldest first, unless filtered; suspected spam is listed separately. */
export function listSuggestions({ database }: Admin, query: ListQuery): Promise<ListPage<StoredSuggestion>> {
  const { state = "" } = query.filters;
  return readPage(query.page, (from, to) => {
    const rows = database
      .from("suggestions")
      .select(columns, { count: "exact" })
      .eq("suspected_spam", state === "suspected")
      .range(from, to);
    const status = statuses.find((each) => each === state) ?? "new";
    const shown = state === "suspected" ? rows : rows.eq("status", status);
    const ascending = state === "";
    return shown.order("created_at", { ascending }).order("id", { ascending });
  });
}

export async function listKeptDrafts({ database }: Admin, suggestions: StoredSuggestion[]): Promise<string[]> {
  const accepted = suggestions.filter(({ status }) => status === "accepted");
  if (accepted.length === 0) return [];
  const idsOf = (kind: SuggestionKind) => accepted.filter((each) => each.kind === kind).map(({ id }) => id);
  const [resources, events] = await Promise.all([
    database.from("education_resources").select("id").in("id", idsOf("resource")).is("deleted_at", null),
    database.from("events").select("id").in("id", idsOf("event")),
  ]);
  return [...rowsOf(resources), ...rowsOf(events)].map(({ id }) => id);
}

export async function findSuggestion({ database }: Admin, id: string): Promise<StoredSuggestion | null> {
  if (!isId(id)) return null;
  const rows = rowsOf(await database.from("suggestions").select(columns).eq("id", id).limit(1));
  return rows[0] ?? null;
}

type Changes = Partial<Pick<StoredSuggestion, "status" | "suspected_spam">>;
export const changeSuggestion = ({ database }: Admin, id: string, changes: Changes, version: string) =>
  saved(database.from("suggestions").update(changes), id, version);

type Accepted = { draft: string } | { refused: string };

/**
 * Makes a draft from a suggestion, with the same id so that sending the form twice makes one; publishes nothing and
 * emails no one.
 * @returns the page of the draft, or why there is none
 */
export async function acceptSuggestion(admin: Admin, suggestion: StoredSuggestion): Promise<Accepted> {
  const made =
    suggestion.kind === "resource" ? await makeResource(admin, suggestion) : await makeEvent(admin, suggestion);
  if ("draft" in made && suggestion.status !== "accepted")
    await changeSuggestion(admin, suggestion.id, { status: "accepted", suspected_spam: false }, suggestion.updated_at);
  return made;
}

async function makeResource(admin: Admin, suggestion: StoredSuggestion): Promise<Accepted> {
  const twin = await findTwin(admin, suggestion.url, suggestion.id);
  if (twin && !twin.is_deleted) return { refused: `The library has this page already: ${twin.title}.` };
  const tabs = await listTabChoices(admin);
  const tab = tabs.find(({ tab_key: key }) => key === "resources") ?? tabs[0];
  if (!tab) return { refused: "Create a tab of the library first: a resource belongs to one." };
  const outcome = await createResource(admin, draftOfResource(suggestion, tab.tab_key), suggestion.id);
  return outcome === "no-tab"
    ? { refused: "The tab was deleted in the meantime. Please try again." }
    : { draft: `/admin/resources/${outcome.id}` };
}

async function makeEvent(admin: Admin, suggestion: StoredSuggestion): Promise<Accepted> {
  const outcome = await createEvent(admin, draftOfEvent(suggestion), suggestion.id);
  return typeof outcome === "string"
    ? { refused: "No free key can be made of this title. Create the event by hand." }
    : { draft: `/admin/events/${outcome.id}` };
}
