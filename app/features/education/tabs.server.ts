import { rowsOf } from "../../platform/supabase.server.ts";
import type { Admin } from "../admins/admins.server.ts";
import type { TabInput } from "./tabs.schema.ts";

export interface Tab {
  id: string;
  tab_key: string;
  label: string;
  is_active: boolean;
  display_order: number;
  updated_at: string;
  resources: number;
}

const uniqueViolation = "23505";

/** All tabs in their order, each with the number of its resources that are not deleted. */
export async function listTabs({ database }: Admin): Promise<Tab[]> {
  const rows = rowsOf(
    await database
      .from("education_tabs")
      .select("id, tab_key, label, is_active, display_order, updated_at, education_resources(count)")
      .is("education_resources.deleted_at", null)
      .order("display_order")
      .order("label"),
  );
  return rows.map(({ education_resources: counted, ...tab }) => ({ ...tab, resources: counted[0]?.count ?? 0 }));
}

export async function findTab(admin: Admin, id: string): Promise<Tab | null> {
  return (await listTabs(admin)).find((tab) => tab.id === id) ?? null;
}

export async function createTab(
  { database }: Admin,
  tab: TabInput,
  position: number,
): Promise<"created" | "key-taken"> {
  const { error, status } = await database.from("education_tabs").insert({ ...tab, display_order: position });
  if (error?.code === uniqueViolation) return "key-taken";
  rowsOf({ data: true, error, status });
  return "created";
}

/** @param version the `updated_at` that the admin saw; another one in the database means that somebody was faster */
export async function changeTab(
  { database }: Admin,
  id: string,
  tab: TabInput,
  version: string,
): Promise<"saved" | "changed" | "key-taken"> {
  const answer = await database.from("education_tabs").update(tab).eq("id", id).eq("updated_at", version).select("id");
  if (answer.error?.code === uniqueViolation) return "key-taken";
  return rowsOf(answer).length === 1 ? "saved" : "changed";
}

/** Moves a tab to a place in the row of tabs; 1 is the first. */
export async function placeTab({ database }: Admin, id: string, position: number): Promise<void> {
  rowsOf(await database.rpc("place_tab", { p_id: id, p_position: position }));
}

export type DeleteTabOutcome = "deleted" | "not-empty" | "changed" | "not-found" | "no-target";

/** @param moveTo the key of the tab that gets its resources; null deletes only an empty tab */
export async function deleteTab(
  { database }: Admin,
  id: string,
  version: string,
  moveTo: string | null,
): Promise<DeleteTabOutcome> {
  const args = { p_id: id, p_version: version, p_move_to: moveTo as string };
  return rowsOf(await database.rpc("delete_tab", args)) as DeleteTabOutcome;
}
