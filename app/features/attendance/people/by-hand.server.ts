import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Admin } from "../../../admin/admin.server.ts";
import { rowsOf } from "../../../platform/database/supabase.server.ts";
import type { Attends } from "../../events/event/event.ts";
import { senderOf } from "../../mail/mail-sender.server.ts";

/** Whether this site emails offers, tickets and notices automatically. */
export const sendsMails = ({ env }: AppLoadContext) => senderOf(env) !== null;

export async function addReservation(
  context: AppLoadContext,
  { database }: Admin,
  event: string,
  person: { name: string; email: string; party: number; attends?: Attends },
) {
  const outcome = rowsOf(
    await database.rpc("add_reservation", {
      p_event: event,
      p_name: person.name,
      p_email: person.email,
      p_party: person.party,
      p_mails: sendsMails(context),
      ...(person.attends ? { p_attends: person.attends } : {}),
    }),
  );
  context.startPost();
  return outcome;
}

/** Moves a person to the front of the waitlist; the log keeps the reason. */
export async function moveUp(context: AppLoadContext, { database }: Admin, id: string, reason: string) {
  const given = { p_id: id, p_reason: reason, p_mails: sendsMails(context) };
  const outcome = rowsOf(await database.rpc("move_up", given));
  context.startPost();
  return outcome;
}

export async function changeParty(context: AppLoadContext, { database }: Admin, id: string, party: number) {
  const given = { p_id: id, p_party: party, p_mails: sendsMails(context) };
  const outcome = rowsOf(await database.rpc("change_party_of", given));
  context.startPost();
  return outcome;
}

/**
 * Settles an offer whose email did not arrive: either the admin notified the person and the deadline starts now, or the
 * offer ends and passes to the next person.
 * @param isTold whether the person was notified
 */
export async function settleOffer(context: AppLoadContext, { database }: Admin, id: string, isTold: boolean) {
  const given = { p_id: id, p_is_told: isTold, p_mails: sendsMails(context) };
  const outcome = rowsOf(await database.rpc("settle_offer", given));
  context.startPost();
  return outcome;
}

export async function fillSpots(context: AppLoadContext, { database }: Admin, event: string): Promise<number> {
  const offered = rowsOf(await database.rpc("fill_spots", { p_event: event, p_mails: sendsMails(context) }));
  context.startPost();
  return offered;
}
