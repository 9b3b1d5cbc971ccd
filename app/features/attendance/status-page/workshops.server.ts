import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Outcome } from "../../../platform/database/supabase.server.ts";
import { digestOf, newToken } from "../../../platform/text/link-token.ts";
import type { Attends } from "../../events/event/event.ts";
import { ownEventRow } from "../../events/event/event-rows.ts";
import { workshopRow } from "../../events/event/workshop.ts";
import { budgetKeys, senderOf } from "../../mail/mail-sender.server.ts";
import { startDelivery } from "../../outbox/outbox.server.ts";
import { statusToken } from "../letters/status-link.ts";
import { reservationRow } from "../reservations/reservation-rows.ts";
import { consentOf } from "../sign-up/waitlist.schema.ts";
import { endpointHost } from "../sign-up/waitlist.server.ts";

export const ownWorkshopRow = workshopRow.extend({
  event: ownEventRow,
  may_reserve: z.boolean(),
  own: z
    .object({
      entry: z.string(),
      generation: z.number(),
      /** digests of the tokens for its status page */
      links: z.array(z.string()),
      goes_too: z.boolean(),
      state: reservationRow.shape.state,
      party: z.number(),
      /** until when a spot is held for an unconfirmed address */
      hold_until: z.string().nullable(),
      in_line: z.number().nullable(),
      asks: z.boolean(),
    })
    .nullable(),
});

type Row = z.output<typeof ownWorkshopRow>;

export interface OwnWorkshop extends Omit<Row, "own"> {
  /** null if they have not signed up; `page` is the path of their page there, null if its link is only in emails */
  own:
    | (Pick<NonNullable<Row["own"]>, "goes_too" | "state" | "party" | "hold_until" | "in_line" | "asks"> & {
        page: string | null;
      })
    | null;
}

/** Adds the path of the workshop's status page. @param secrets secrets of links in emails, current one first */
export async function shownWorkshop({ own, ...workshop }: Row, secrets: string[]): Promise<OwnWorkshop> {
  if (!own) return { ...workshop, own };
  const { entry, generation, links, ...standing } = own;
  const tokens = await Promise.all(secrets.map((secret) => statusToken(secret, entry, generation)));
  const digests = await Promise.all(tokens.map(digestOf));
  const valid = tokens.find((_token, at) => links.includes(digests[at] ?? ""));
  return { ...workshop, own: { ...standing, page: valid ? `/w/${valid}` : null } };
}

/**
 * Takes a spot or a waitlist position at an event for the people of another one; doing so again changes nothing.
 * @param email address of the entry that the token belongs to
 * @param event the key of the workshop
 * @returns their state at the workshop, or why they could not sign up
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
    p_consent_version: consentOf("reservation", endpointHost(context.env)).version,
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
