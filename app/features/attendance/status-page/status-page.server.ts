import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { digestOf, isToken } from "../../../platform/text/link-token.ts";
import { ownEventRow } from "../../events/event/event-rows.server.ts";
import { budgetKeys, mailKey, senderOf } from "../../mail/mail-sender.server.ts";
import { reservationRow } from "../reservations/reservation-rows.server.ts";
import { endpointHost } from "../sign-up/waitlist.server.ts";
import { type OwnWorkshop, ownWorkshopRow, shownWorkshop } from "./workshops.server.ts";

const placeOf = {
  event: ownEventRow,
  /** when the configured waitlist endpoint got the entry */
  forwarded_at: z.string().nullable(),
};

const waiting = z.object({
  state: z.literal("waiting"),
  ...placeOf,
  name: z.string(),
  email: z.string(),
  joined_at: z.string(),
  consent_version: z.string(),
  confirmed_at: z.string().nullable(),
  tickets_notified_at: z.string().nullable(),
  /** counted from 1, among those who have not been told yet; null for who was told, or has a reservation */
  position: z.number().nullable(),
  /** an address, masked, that nobody has confirmed yet */
  address_change: z.object({ email: z.string(), asked_at: z.string() }).nullable(),
  /** null where the event takes no reservations */
  reservation: reservationRow.nullable(),
  /** numbers of talks; null where nothing can be stored: without a confirmed spot, or a published program */
  agenda: z.object({ talks: z.array(z.number()), stored_at: z.string().nullable() }).nullable(),
  /** events for the people of this one, to who has a reservation here or waits for one */
  workshops: z.array(ownWorkshopRow),
});

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

/** Somebody who has left within the last 24 hours. */
export type Departed = z.output<typeof departed>;

export type OwnEntry = Waiting | Departed;

/** What the link in a mail to a new address leads to. */
export type AddressChange = z.output<typeof addressChange>;

/** The entry behind a link; null for a link that leads nowhere. @throws DatabaseUnavailable */
export async function findStatusPage(context: AppLoadContext, token: string | undefined): Promise<OwnEntry | null> {
  if (!isToken(token)) return null;
  const answer = await context.database.call("status_page", { p_token_digest: await digestOf(token) });
  const entry = z.discriminatedUnion("state", [waiting, departed, nowhere]).parse(answer);
  if (entry.state !== "waiting") return entry.state === "nowhere" ? null : entry;
  const secrets = senderOf(context.env)?.secrets ?? [];
  return { ...entry, workshops: await Promise.all(entry.workshops.map((each) => shownWorkshop(each, secrets))) };
}

/** The host that has received name and address, too; null where none has. */
export function forwardedToOf({ env }: Pick<AppLoadContext, "env">, entry: Pick<OwnEntry, "forwarded_at"> | null) {
  return entry?.forwarded_at ? endpointHost(env) : null;
}

/** False where there is no entry any more. @throws DatabaseUnavailable */
export async function confirmEntry(context: AppLoadContext, token: string): Promise<boolean> {
  const isThere = await context.database.call("confirm_entry", { p_token_digest: await digestOf(token) });
  context.startPost();
  return isThere;
}

/** False where there is no entry any more. @throws DatabaseUnavailable */
export async function renameEntry({ database }: AppLoadContext, token: string, name: string): Promise<boolean> {
  return database.call("rename_entry", { p_token_digest: await digestOf(token), p_name: name });
}

/** Takes an entry off its list; a second time changes nothing. @throws DatabaseUnavailable */
export async function leaveWaitlist(
  context: AppLoadContext,
  token: string,
  entry: OwnEntry,
  reason: Departed["state"],
) {
  const isNotMine = reason === "not-mine" && entry.state === "waiting";
  await context.database.call("leave_waitlist", {
    p_token_digest: await digestOf(token),
    p_reason: isNotMine ? reason : reason === "left" ? "left" : "erased",
    p_mails: senderOf(context.env) !== null,
    ...(isNotMine ? { p_address_key: await mailKey(context.env, entry.email) } : {}),
  });
  context.startPost();
}

/** Undoes leaving; says nothing when it is too late, because the page does. @throws DatabaseUnavailable */
export async function returnToWaitlist(context: AppLoadContext, token: string): Promise<void> {
  await context.database.call("return_to_waitlist", { p_token_digest: await digestOf(token) });
  context.startPost();
}

/**
 * Enqueues the link to their page to an address that is on the list of an event; nobody learns whether it is.
 * @returns not-now when too much was asked for from this network, or on the site; not-found when visitors know of no such event
 * @throws DatabaseUnavailable
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

/** Enqueues a mail with a new link, which ends those before it once it is on its way. @throws DatabaseUnavailable */
export async function renewLink(context: AppLoadContext, token: string, entry: Waiting) {
  const outcome = await context.database.call("renew_status_link", {
    p_token_digest: await digestOf(token),
    p_address_key: await mailKey(context.env, entry.email),
    p_sender: await budgetKeys(context, entry.email),
  });
  context.startPost();
  return outcome;
}

/**
 * Keeps an address that somebody wants to use instead, and enqueues a mail to it; `asked` whether or not it is on the list.
 * @throws DatabaseUnavailable
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

/** False where there was nothing to take back. @throws DatabaseUnavailable */
export async function takeBackAddressChange({ database }: AppLoadContext, token: string): Promise<boolean> {
  return database.call("take_back_address_change", { p_token_digest: await digestOf(token) });
}

/** What the link in a mail to a new address is about; null for one that leads nowhere. @throws DatabaseUnavailable */
export async function findAddressChange({ database }: AppLoadContext, token: string | undefined) {
  if (!isToken(token)) return null;
  const answer = await database.call("address_change", { p_token_digest: await digestOf(token) });
  const change = z.discriminatedUnion("state", [addressChange, nowhere]).parse(answer);
  return change.state === "nowhere" ? null : change;
}

/** Makes a new address that of its entry; a second time changes nothing. @throws DatabaseUnavailable */
export async function confirmAddressChange(context: AppLoadContext, token: string, { email }: AddressChange) {
  await context.database.call("confirm_address_change", {
    p_token_digest: await digestOf(token),
    p_address_key: await mailKey(context.env, email),
    p_sender: await budgetKeys(context, email),
  });
  context.startPost();
}
