import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { digestOf, isToken } from "../../../platform/text/link-token.ts";
import { ownEventRow } from "../../events/event/event-rows.ts";
import { budgetKeys, mailKey, senderOf } from "../../mail/mail-sender.server.ts";
import { givenAnswer, ownQuestions } from "../../questions/question-rows.ts";
import { reservationRow } from "../reservations/reservation-rows.ts";
import { endpointHost } from "../sign-up/waitlist.server.ts";
import { type OwnWorkshop, ownWorkshopRow, shownWorkshop } from "./workshops.server.ts";

const placeOf = {
  event: ownEventRow,
  forwarded_at: z.string().nullable(),
};

const waiting = z.object({
  state: z.literal("waiting"),
  ...placeOf,
  name: z.string(),
  email: z.string(),
  joined_at: z.string(),
  consent_version: z.string(),
  /** the path of the page with the form */
  consent_page: z.string().nullish(),
  came_by: z.string().nullish(),
  confirmed_at: z.string().nullable(),
  is_quiet: z.boolean(),
  tickets_notified_at: z.string().nullable(),
  /** from 1, among entries not yet notified; null if notified or with a reservation */
  position: z.number().nullable(),
  /** a new address (masked) that is not confirmed yet */
  address_change: z.object({ email: z.string(), asked_at: z.string() }).nullable(),
  /** null if the event takes no reservations */
  reservation: reservationRow.nullable(),
  answers: z.array(givenAnswer),
  asks: ownQuestions,
  /** numbers of talks; null if none can be stored, for lack of a confirmed spot or a published program */
  agenda: z.object({ talks: z.array(z.number()), stored_at: z.string().nullable() }).nullable(),
  /** events for the people of this one; empty unless they have a reservation here or wait for one */
  workshops: z.array(ownWorkshopRow),
});

const ticketEntry = waiting.pick({ name: true, event: true, reservation: true });

const departed = z.object({
  state: z.enum(["left", "erased", "not-mine"]),
  ...placeOf,
  left_at: z.string(),
  may_undo: z.boolean(),
});

const nowhere = z.object({ state: z.literal("nowhere") });

const addressChange = z.object({
  state: z.enum(["asked", "changed", "already-listed"]),
  email: z.string(),
  event: ownEventRow,
});

export type Waiting = Omit<z.output<typeof waiting>, "workshops"> & { workshops: OwnWorkshop[] };

export type TicketEntry = z.output<typeof ticketEntry>;

/** An entry whose owner left within the last 24 hours. */
export type Departed = z.output<typeof departed>;

export type OwnEntry = Waiting | Departed;

export type AddressChange = z.output<typeof addressChange>;

/** The entry that a link belongs to, or null for an unknown link. */
export async function findStatusPage(context: AppLoadContext, token: string | undefined): Promise<OwnEntry | null> {
  if (!isToken(token)) return null;
  const answer = await context.database.call("status_page", { p_token_digest: await digestOf(token) });
  const entry = z.discriminatedUnion("state", [waiting, departed, nowhere]).parse(answer);
  if (entry.state !== "waiting") return entry.state === "nowhere" ? null : entry;
  const secrets = senderOf(context.env)?.secrets ?? [];
  return { ...entry, workshops: await Promise.all(entry.workshops.map((each) => shownWorkshop(each, secrets))) };
}

/** What the link of a ticket shows, or null for an unknown one. */
export async function findTicket({ database }: AppLoadContext, token: string | undefined): Promise<TicketEntry | null> {
  if (!isToken(token)) return null;
  const answer = await database.call("ticket_page", { p_ticket_digest: await digestOf(token) });
  const found = z.union([ticketEntry, z.strictObject({})]).parse(answer);
  return "event" in found ? found : null;
}

/** The host that also received the name and address; null if none did. */
export function forwardedToOf({ env }: Pick<AppLoadContext, "env">, entry: Pick<OwnEntry, "forwarded_at"> | null) {
  return entry?.forwarded_at ? endpointHost(env) : null;
}

/** Confirms the address of an entry. @returns false if the entry no longer exists */
export async function confirmEntry(context: AppLoadContext, token: string): Promise<boolean> {
  const isThere = await context.database.call("confirm_entry", { p_token_digest: await digestOf(token) });
  context.startPost();
  return isThere;
}

/** Renames an entry. @returns false if the entry no longer exists */
export async function renameEntry({ database }: AppLoadContext, token: string, name: string): Promise<boolean> {
  return database.call("rename_entry", { p_token_digest: await digestOf(token), p_name: name });
}

export async function setQuiet({ database }: AppLoadContext, token: string, isQuiet: boolean): Promise<boolean> {
  return database.call("set_quiet", { p_token_digest: await digestOf(token), p_is_quiet: isQuiet });
}

/** Takes an entry off its list; doing so again changes nothing. */
export async function leaveWaitlist(
  context: AppLoadContext,
  token: string,
  entry: OwnEntry,
  reason: Departed["state"],
) {
  // After the address was confirmed, the link of one event speaks for that event alone.
  const isNotMine = reason === "not-mine" && entry.state === "waiting" && !entry.confirmed_at;
  await context.database.call("leave_waitlist", {
    p_token_digest: await digestOf(token),
    p_reason: isNotMine ? reason : reason === "left" ? "left" : "erased",
    p_mails: senderOf(context.env) !== null,
    ...(isNotMine ? { p_address_key: await mailKey(context.env, entry.email) } : {}),
  });
  context.startPost();
}

/** Undoes leaving; reports nothing if it is too late, because the page does. */
export async function returnToWaitlist(context: AppLoadContext, token: string): Promise<void> {
  await context.database.call("return_to_waitlist", { p_token_digest: await digestOf(token) });
  context.startPost();
}

/**
 * Enqueues an email with the link if the address is on the list of the event; the outcome does not reveal whether.
 * @returns not-found if no such event is visible
 */
export async function resendLink(context: AppLoadContext, event: string, email: string) {
  const key = await mailKey(context.env, email);
  const outcome = await context.database.call("resend_status_link", {
    p_event: event,
    p_email: email,
    p_address_key: key,
    p_sender: await budgetKeys(context, email),
  });
  context.startPost();
  return outcome;
}

export async function renewLink(context: AppLoadContext, token: string, entry: Waiting) {
  const outcome = await context.database.call("renew_status_link", {
    p_token_digest: await digestOf(token),
    p_address_key: await mailKey(context.env, entry.email),
  });
  context.startPost();
  return outcome;
}

/**
 * Stores a new address that is to replace the current one and enqueues an email to it.
 * @returns `asked` whether or not the new address is on the list
 */
export async function askAddressChange(context: AppLoadContext, token: string, email: string) {
  const outcome = await context.database.call("ask_address_change", {
    p_token_digest: await digestOf(token),
    p_email: email,
    p_address_key: await mailKey(context.env, email),
    p_sender: await budgetKeys(context, email),
  });
  context.startPost();
  return outcome;
}

/** Withdraws a change of address. @returns false if there was none */
export async function takeBackAddressChange({ database }: AppLoadContext, token: string): Promise<boolean> {
  return database.call("take_back_address_change", { p_token_digest: await digestOf(token) });
}

/** The change of address that a link confirms, or null for an unknown link. */
export async function findAddressChange({ database }: AppLoadContext, token: string | undefined) {
  if (!isToken(token)) return null;
  const answer = await database.call("address_change", { p_token_digest: await digestOf(token) });
  const change = z.discriminatedUnion("state", [addressChange, nowhere]).parse(answer);
  return change.state === "nowhere" ? null : change;
}

/** Gives an entry its new, confirmed address; doing so again changes nothing. */
export async function confirmAddressChange(context: AppLoadContext, token: string, { email }: AddressChange) {
  await context.database.call("confirm_address_change", {
    p_token_digest: await digestOf(token),
    p_address_key: await mailKey(context.env, email),
  });
  context.startPost();
}
