import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";

export interface FactorAccount {
  id: string;
  email: string;
  /** Null without a second factor. */
  since: string | null;
  codesLeft: number;
}

/** Returns every admin, longest-serving first, and since when a second factor is required. */
export async function listFactors({
  database,
}: Admin): Promise<{ accounts: FactorAccount[]; requiredAt: string | null }> {
  const rows = rowsOf(await database.rpc("factor_accounts"));
  return {
    accounts: rows.map(({ id, email, made_at, codes_left }) => ({ id, email, since: made_at, codesLeft: codes_left })),
    requiredAt: rows[0]?.required_at ?? null,
  };
}

export async function requireFactors({ database }: Admin, isRequired: boolean) {
  return rowsOf(await database.rpc("require_factor", { p_required: isRequired }));
}

/** Removes an admin's second factor, ends their sessions and emails them. @returns whether there was one */
export async function resetFactor(
  { startPost }: AppLoadContext,
  { database }: Admin,
  id: string,
  reason: string,
): Promise<boolean> {
  const isReset = rowsOf(await database.rpc("reset_factor", { p_user: id, p_reason: reason }));
  startPost();
  return isReset;
}
