import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { isId } from "../../admin/list-page.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { digestOf } from "../../platform/text/link-token.ts";
import type { Issued } from "./credential.ts";

const issued = z.object({
  number: z.number(),
  id: z.string(),
  subject: z.string(),
  taken_back_at: z.string().nullable(),
  is_sample: z.boolean(),
});

const answer = z.object({ credential: issued.nullable() });

/** Finds the credential issued for this link; null if none was issued. */
export async function findOwnCredential({ database }: AppLoadContext, token: string): Promise<Issued | null> {
  return answer.parse(await database.call("own_credential", { p_token_digest: await digestOf(token) })).credential;
}

/**
 * Issues the credential of one of the people who were let in; calling it again gives the same one.
 * @param person counted from 1
 * @returns null if not that many were checked in with this link
 */
export async function issueCredential(
  { database }: AppLoadContext,
  token: string,
  person: number,
): Promise<Issued | null> {
  const asked = { p_token_digest: await digestOf(token), p_person: person };
  return answer.parse(await database.call("issue_credential", asked)).credential;
}

export const findCredentialState = ({ database }: AppLoadContext, id: string) =>
  database.call("credential_state", { p_id: id });

const listed = z.object({ places: z.array(z.number()).nullable() });

/** Positions of the revoked credentials in a list, from 0; null for an unused list. @param list from 1 */
export async function listTakenBack({ database }: AppLoadContext, list: number): Promise<number[] | null> {
  return listed.parse(await database.read("rpc/taken_back_credentials", { p_list: list })).places;
}

export interface IssuedOfReservation {
  /** ISO 8601: when it was first downloaded */
  created_at: string;
  taken_back_at: string | null;
}

/** Finds the credential of a reservation; null if none was issued. */
export async function findCredentialOf({ database }: Admin, reservation: string): Promise<IssuedOfReservation | null> {
  const found = rowsOf(
    await database
      .from("credentials")
      .select("created_at, taken_back_at")
      .eq("reservation_id", reservation)
      .order("person"),
  );
  return found[0] ?? null;
}

/** Revokes a reservation's credential for good. @returns false if there is no valid one. */
export async function takeBackCredential({ database }: Admin, reservation: string): Promise<boolean> {
  return rowsOf(await database.rpc("take_back_credential", { p_reservation: reservation }));
}

/** Revokes one credential for good, by its number. @returns false if it is not a valid one. */
export async function takeBackById({ database }: Admin, id: string): Promise<boolean> {
  return isId(id) && rowsOf(await database.rpc("take_back_credential_by_id", { p_id: id }));
}
