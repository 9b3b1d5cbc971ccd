import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Outcome } from "../../../platform/database/supabase.server.ts";
import { digestOf, newToken } from "../../../platform/text/link-token.ts";
import type { Attends } from "../../events/event/event.ts";
import { ownEventRow } from "../../events/event/event-rows.server.ts";
import { workshopRow } from "../../events/event/workshop.ts";
import { budgetKeys, senderOf } from "../../mail/mail-sender.server.ts";
import { startDelivery } from "../../outbox/outbox.server.ts";
import { statusToken } from "../letters/status-link.ts";
import { reservationRow } from "../reservations/reservation-rows.server.ts";
import { consents } from "../sign-up/waitlist.schema.ts";
import { endpointHost } from "../sign-up/waitlist.server.ts";

export const ownWorkshopRow = workshopRow.extend({
  event: ownEventRow,
  /** they have a confirmed reservation, and may sign up */
  may_reserve: z.boolean(),
  own: z
    .object({
      entry: z.string(),
      generation: z.number(),
      /** digests of the tokens that lead to its page */
      links: z.array(z.string()),
      /** it ends with the entry whose page this is */
      goes_too: z.boolean(),
      state: reservationRow.shape.state,
      party: z.number(),
      /** until when a spot is kept for an address that nobody has confirmed */
      hold_until: z.string().nullable(),
      in_line: z.number().nullable(),
    })
    .nullable(),
});

type Row = z.output<typeof ownWorkshopRow>;

/** An event for the people of another one, and how one of them stands there. */
export interface OwnWorkshop extends Omit<Row, "own"> {
  /** null for who has not signed up; `page` is the path of their own page there, null where its link is in emails alone */
  own:
    | (Pick<NonNullable<Row["own"]>, "goes_too" | "state" | "party" | "hold_until" | "in_line"> & {
        page: string | null;
      })
    | null;
}

/** @param secrets of links in mails, the present one first */
export async function shownWorkshop({ own, ...workshop }: Row, secrets: string[]): Promise<OwnWorkshop> {
  if (!own) return { ...workshop, own };
  const { entry, generation, links, ...standing } = own;
  const tokens = await Promise.all(secrets.map((secret) => statusToken(secret, entry, generation)));
  const digests = await Promise.all(tokens.map(digestOf));
  const valid = tokens.find((_token, at) => links.includes(digests[at] ?? ""));
  return { ...workshop, own: { ...standing, page: valid ? `/w/${valid}` : null } };
}

/**
 * Takes a spot at an event for the people of another one, or a position in its line; a second time changes nothing.
 * @param email of the entry whose token it is
 * @param event its key
 * @returns the state that they have there
 * @throws DatabaseUnavailable
 */
export async function reserveWorkshop(
  context: AppLoadContext,
  token: string,
  email: string,
  event: string,
  attends: Attends | undefined,
): Promise<Outcome<"reserve_workshop">> {
  const id = crypto.randomUUID();
  const [secret] = senderOf(context.env)?.secrets ?? [];
  const outcome = await context.database.call("reserve_workshop", {
    p_token_digest: await digestOf(token),
    p_event: event,
    p_attends: attends ?? "room",
    p_consent_version: consents.reservation.version,
    p_forward: endpointHost(context.env) !== null,
    p_mails: secret !== undefined,
    p_id: id,
    p_link_digest: await digestOf(secret ? await statusToken(secret, id, 0) : newToken()),
    p_sender: await budgetKeys(context, email),
  });
  startDelivery(context);
  context.startPost();
  return outcome;
}
