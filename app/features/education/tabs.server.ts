import type { Admin } from "../../admin/admin.server.ts";
import { isId, isNoTime } from "../../admin/list-page.server.ts";
import { isMade } from "../../admin/new-row.server.ts";
import { saved, taken } from "../../admin/saving.server.ts";
import { isTaken, type Outcome, rowsOf } from "../../platform/database/supabase.server.ts";
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
  if (isTaken(answer) && id && (await isMade(admin, "education_tabs", id))) return { id };
  return isTaken(answer) ? "key-taken" : { id: rowsOf(answer).id };
}

export const changeTab = ({ database }: Admin, id: string, tab: TabInput, version: string) =>
  saved(database.from("education_tabs").update(tab), id, version, { [taken]: "key-taken" });

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
