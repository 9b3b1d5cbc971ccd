import type { Admin } from "../../admin/admin.server.ts";
import { isFound, isId, isNoTime } from "../../admin/list-page.server.ts";
import { isMade } from "../../admin/new-row.server.ts";
import { type Outcome, rowsOf } from "../../platform/database/supabase.server.ts";
import type { PositionInput, TabInput } from "./tabs.schema.ts";

export interface Tab {
  id: string;
  tab_key: string;
  label: string;
  is_active: boolean;
  display_order: number;
  updated_at: string;
  resources: number;
  /** deleted resources that can be restored; they too must move to another tab before this one can be deleted */
  deleted: number;
}

const uniqueViolation = "23505";

/** Lists all tabs in their order, each with the numbers of its resources. */
export async function listTabs({ database }: Admin): Promise<Tab[]> {
  const rows = rowsOf(
    await database
      .from("education_tabs")
      .select(
        "id, tab_key, label, is_active, display_order, updated_at, there:education_resources(count), deleted:education_resources(count)",
      )
      .is("there.deleted_at", null)
      .not("deleted.deleted_at", "is", null)
      .order("display_order")
      .order("label")
      .order("id"),
  );
  return rows.map(({ there, deleted, ...tab }) => ({
    ...tab,
    resources: there[0]?.count ?? 0,
    deleted: deleted[0]?.count ?? 0,
  }));
}

export async function findTab(admin: Admin, id: string): Promise<Tab | null> {
  return (await listTabs(admin)).find((tab) => tab.id === id) ?? null;
}

/** Adds a new tab at the end. @param id created with its form. @returns the tab's id */
export async function createTab(admin: Admin, tab: TabInput, id?: string): Promise<{ id: string } | "key-taken"> {
  const { database } = admin;
  const [last] = rowsOf(
    await database.from("education_tabs").select("display_order").order("display_order", { ascending: false }).limit(1),
  );
  const display_order = (last?.display_order ?? 0) + 1;
  const answer = await database
    .from("education_tabs")
    .insert({ ...tab, display_order, id })
    .select("id")
    .single();
  if (answer.error?.code === uniqueViolation && id && (await isMade(admin, "education_tabs", id))) return { id };
  return answer.error?.code === uniqueViolation ? "key-taken" : { id: rowsOf(answer).id };
}

/** @param version the `updated_at` that the admin saw; if the database has another, someone else changed it first */
export async function changeTab(
  { database }: Admin,
  id: string,
  tab: TabInput,
  version: string,
): Promise<"saved" | "changed" | "key-taken"> {
  if (!isId(id)) return "changed";
  const answer = await database.from("education_tabs").update(tab).eq("id", id).eq("updated_at", version).select("id");
  if (answer.error?.code === uniqueViolation) return "key-taken";
  return isFound(answer) ? "saved" : "changed";
}

/** Moves a tab; `changed` if it is neither at the new position nor where the admin saw it. */
export async function moveTab({ database }: Admin, { id, position, from }: PositionInput) {
  const args = { p_id: id, p_position: position, p_from: from };
  return rowsOf(await database.rpc("reorder_tab", args));
}

export type DeleteTabOutcome = Outcome<"delete_tab">;

/** @param moveTo the key of the tab that receives its resources; with null, only an empty tab is deleted */
export async function deleteTab(
  { database }: Admin,
  id: string,
  version: string,
  moveTo: string | null,
): Promise<DeleteTabOutcome> {
  if (!isId(id)) return "not-found";
  const answer = await database.rpc("delete_tab", { p_id: id, p_version: version, p_move_to: moveTo });
  return isNoTime(answer) ? "changed" : rowsOf(answer);
}
