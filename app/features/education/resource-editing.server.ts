import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { isFound, isId } from "../../admin/list-page.server.ts";
import { type ListQuery, readListQuery } from "../../admin/list-query.ts";
import { isMade } from "../../admin/new-row.server.ts";
import { deleted, referred, saved } from "../../admin/saving.server.ts";
import { isTaken, rowsOf } from "../../platform/database/supabase.server.ts";
import { type ResourceInput, storedResource } from "./resources.schema.ts";
import { isTabKey, type PositionInput } from "./tabs.schema.ts";

const checkedLink = z
  .object({
    state: z.enum(["fine", "moved", "gone", "unknown"]),
    /** the new URL of the page, if the link has moved */
    moved_to: z.string().nullable(),
    checked_at: z.string(),
  })
  .nullable();

const edited = storedResource.extend({
  is_published: z.boolean(),
  updated_at: z.string(),
  deleted_at: z.string().nullable(),
  likes_count: z.number(),
  /** null if it has not been checked */
  link: checkedLink,
});

const twin = z.object({ id: z.string(), title: z.string(), is_deleted: z.boolean() }).nullable();
const editedWithTwin = edited.extend({ twin });
const editedList = z.object({
  total: z.number(),
  page: z.number(),
  pages: z.number(),
  rows: z.array(edited),
});

export type CheckedLink = NonNullable<z.output<typeof checkedLink>>;
export type EditedResource = z.output<typeof edited>;
export type Twin = NonNullable<z.output<typeof twin>>;

export const resourceSorts = ["order", "title", "likes", "newest"] as const;
export const resourceStates = ["", "published", "draft", "deleted", "moved", "gone", "unknown"] as const;

/** What the URL of the list asks for; an invalid tab key counts as none. */
export function readResourceQuery(request: Request): ListQuery {
  const tab = new URL(request.url).searchParams.get("tab") ?? "";
  const query = readListQuery(request, { sorts: resourceSorts, filters: { state: resourceStates } });
  return { ...query, filters: { tab: isTabKey(tab) ? tab : "", ...query.filters } };
}

/** Loads one page of 50 resources; a number past the last page gives the last one. */
export async function listEditedResources({ database }: Admin, { search, page, sort, filters }: ListQuery) {
  const answer = await database.rpc("admin_resources", {
    p_tab: filters.tab,
    p_search: search,
    p_state: filters.state,
    p_sort: sort,
    p_page: page,
  });
  return editedList.parse(rowsOf(answer));
}

export interface TabChoice {
  tab_key: string;
  label: string;
  is_active: boolean;
}

export async function listTabChoices({ database }: Admin): Promise<TabChoice[]> {
  return rowsOf(
    await database
      .from("education_tabs")
      .select("tab_key, label, is_active")
      .order("display_order")
      .order("label")
      .order("id"),
  );
}

/** Finds a resource, even if deleted, with another one for the same page; null if none. */
export async function findEditedResource({ database }: Admin, id: string | undefined) {
  if (!isId(id)) return null;
  const answer = await database.rpc("admin_resource", { p_id: id });
  return answer.error || answer.data ? editedWithTwin.parse(rowsOf(answer)) : null;
}

export async function findTwin({ database }: Admin, url: string, except?: string): Promise<Twin | null> {
  const answer = await database.rpc("resource_at", { p_url: url, p_except: except });
  return answer.error || answer.data ? twin.parse(rowsOf(answer)) : null;
}

/** Adds a resource at the end of its tab. @param id created with its form @returns `no-tab` if that is gone */
export async function createResource(
  admin: Admin,
  resource: ResourceInput,
  id?: string,
): Promise<{ id: string } | "no-tab"> {
  const display_order = await rankBehind(admin, resource.tab_key);
  const answer = await admin.database
    .from("education_resources")
    .insert({ ...resource, display_order, id })
    .select("id")
    .single();
  if (isTaken(answer) && id && (await isMade(admin, "education_resources", id))) return { id };
  return answer.error?.code === referred ? "no-tab" : { id: rowsOf(answer).id };
}

/** Changes a resource; in another tab it is put at the end. @param before as stored in the database */
export async function changeResource(
  admin: Admin,
  before: { id: string; tab_key: string },
  resource: ResourceInput,
  version: string,
) {
  const moves = resource.tab_key !== before.tab_key;
  const rank = moves ? { display_order: await rankBehind(admin, resource.tab_key) } : {};
  const change = admin.database.from("education_resources").update({ ...resource, ...rank });
  return saved(change, before.id, version, { [referred]: "no-tab" });
}

async function rankBehind({ database }: Admin, tab: string): Promise<number> {
  const [last] = rowsOf(
    await database
      .from("education_resources")
      .select("display_order")
      .eq("tab_key", tab)
      .order("display_order", { ascending: false })
      .limit(1),
  );
  return (last?.display_order ?? 0) + 1;
}

export function publishResource({ database }: Admin, id: string, isPublished: boolean, version: string) {
  const change = database.from("education_resources").update({ is_published: isPublished });
  return saved(change.is("deleted_at", null), id, version);
}

export const takeAddress = ({ database }: Admin, id: string, url: string, version: string) =>
  saved(database.from("education_resources").update({ url }), id, version);

export async function checkLinkAgain({ database }: Admin, id: string): Promise<void> {
  rowsOf(await database.rpc("check_link_again", { p_resource_id: id }));
}

export function deleteResource({ database }: Admin, id: string, version: string, now: Date) {
  const change = database.from("education_resources").update({ deleted_at: now.toISOString() });
  return deleted(change.is("deleted_at", null), id, version);
}

/** Undoes a deletion; idempotent. */
export async function restoreResource({ database }: Admin, id: string): Promise<"restored" | "not-found"> {
  if (!isId(id)) return "not-found";
  const answer = await database.from("education_resources").update({ deleted_at: null }).eq("id", id).select("id");
  return isFound(answer) ? "restored" : "not-found";
}

/** Moves a resource within its tab; `changed` if it is neither at the new position nor where the admin saw it. */
export async function moveResource({ database }: Admin, { id, position, from }: PositionInput) {
  const args = { p_id: id, p_position: position, p_from: from };
  return rowsOf(await database.rpc("reorder_resource", args));
}
