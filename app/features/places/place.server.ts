import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Event } from "../events/event.ts";
import { digestOf, isToken } from "../mail/link-token.ts";
import { budgetKeys, mailKey, senderOf } from "../mail/mail-sender.server.ts";
import type { Reservation } from "../reservations/reservation.ts";
import { endpointHost } from "../waitlist/waitlist.server.ts";

interface PlaceOf<State extends string> {
  state: State;
  event: Event;
  /** when the configured waitlist endpoint got the entry */
  forwarded_at: string | null;
}

export interface Waiting extends PlaceOf<"waiting"> {
  name: string;
  email: string;
  joined_at: string;
  consent_version: string;
  confirmed_at: string | null;
  told_at: string | null;
  /** counted from 1, among those who have not been told yet; null for who was told, or has a reservation */
  place: number | null;
  /** an address, masked, that nobody has confirmed yet */
  address_change: { email: string; asked_at: string } | null;
  /** null where the event takes no reservations */
  reservation: Reservation | null;
}

/** Somebody who has left within the last 24 hours. */
export interface Departed extends PlaceOf<"left" | "erased" | "not-mine"> {
  left_at: string;
}

export type Place = Waiting | Departed;

/** What the link in a mail to a new address leads to. */
export type AddressChange = { state: "asked" | "changed" | "has-place"; email: string; event: Event };

/** The place behind a link; null for a link that leads nowhere. @throws DatabaseUnavailable */
export async function findPlace(context: AppLoadContext, token: string | undefined): Promise<Place | null> {
  if (!isToken(token)) return null;
  const answer = await context.database.call("waitlist_place", { p_token_digest: await digestOf(token) });
  const place = answer as unknown as Place | { state: "nowhere" };
  return place.state === "nowhere" ? null : place;
}

/** The host that has received name and address, too; null where none has. */
export function forwardedToOf({ env }: Pick<AppLoadContext, "env">, place: Pick<Place, "forwarded_at"> | null) {
  return place?.forwarded_at ? endpointHost(env) : null;
}

/** False where there is no entry any more. @throws DatabaseUnavailable */
export async function confirmPlace(context: AppLoadContext, token: string): Promise<boolean> {
  const isThere = await context.database.call("confirm_place", { p_token_digest: await digestOf(token) });
  context.startPost();
  return isThere;
}

/** False where there is no entry any more. @throws DatabaseUnavailable */
export async function renamePlace({ database }: AppLoadContext, token: string, name: string): Promise<boolean> {
  return database.call("rename_place", { p_token_digest: await digestOf(token), p_name: name });
}

/** Takes an entry off its list; a second time changes nothing. @throws DatabaseUnavailable */
export async function leavePlace(context: AppLoadContext, token: string, place: Place, reason: Departed["state"]) {
  const isNotMine = reason === "not-mine" && place.state === "waiting";
  await context.database.call("leave_place", {
    p_token_digest: await digestOf(token),
    p_reason: isNotMine ? reason : reason === "left" ? "left" : "erased",
    p_mails: senderOf(context.env) !== null,
    ...(isNotMine ? { p_address_key: await mailKey(context.env, place.email) } : {}),
  });
  context.startPost();
}

/** Undoes leaving; says nothing when it is too late, because the page does. @throws DatabaseUnavailable */
export async function returnToPlace(context: AppLoadContext, token: string): Promise<void> {
  await context.database.call("return_to_place", { p_token_digest: await digestOf(token) });
  context.startPost();
}

/**
 * Owes the link to their page to an address that is on the list of an event; nobody learns whether it is.
 * @returns not-now when too much was asked for from this network, or on the site; not-found when visitors know of no such event
 * @throws DatabaseUnavailable
 */
export async function resendLink(context: AppLoadContext, event: string, email: string) {
  const key = await mailKey(context.env, email);
  const outcome = await context.database.call("resend_place_link", {
    p_event: event,
    p_email: email,
    p_address_key: key,
    p_sender: await budgetKeys(context, email),
  });
  context.startPost();
  return outcome;
}

/** Owes a mail with a new link, which ends those before it once it is on its way. @throws DatabaseUnavailable */
export async function renewLink(context: AppLoadContext, token: string, place: Waiting) {
  const outcome = await context.database.call("renew_place_link", {
    p_token_digest: await digestOf(token),
    p_address_key: await mailKey(context.env, place.email),
    p_sender: await budgetKeys(context, place.email),
  });
  context.startPost();
  return outcome;
}

/**
 * Keeps an address that somebody wants to use instead, and owes a mail to it; `asked` whether or not it is on the list.
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
  const change = answer as unknown as AddressChange | { state: "nowhere" };
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
