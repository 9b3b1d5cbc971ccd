import type { AppLoadContext } from "@remix-run/cloudflare";
import { neverStored } from "../../platform/http.ts";
import type { Event } from "../events/event.ts";
import { digestOf, isToken } from "../mail/link-token.ts";
import { mailKey } from "../mail/mail-sender.server.ts";

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
  /** counted from 1, among those who have not been told yet */
  place: number;
}

/** Somebody who has left within the last 24 hours. */
export interface Departed extends PlaceOf<"left" | "erased" | "not-mine"> {
  left_at: string;
}

export type Place = Waiting | Departed;

/** Nobody else shall keep, list or learn the address of a person's own page. `no-referrer` would make forms send `Origin: null`. */
export const personalHeaders = {
  ...neverStored,
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
};

/** The place behind a link; null for a link that leads nowhere. @throws DatabaseUnavailable */
export async function findPlace(context: AppLoadContext, token: string | undefined): Promise<Place | null> {
  if (!isToken(token)) return null;
  const answer = await context.database.call("waitlist_place", { p_token_digest: await digestOf(token) });
  const place = answer as unknown as Place | { state: "nowhere" };
  return place.state === "nowhere" ? null : place;
}

/** False where there is no entry any more. @throws DatabaseUnavailable */
export async function confirmPlace({ database }: AppLoadContext, token: string): Promise<boolean> {
  return database.call("confirm_place", { p_token_digest: await digestOf(token) });
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
    ...(isNotMine ? { p_address_key: await mailKey(context.env, place.email) } : {}),
  });
}

/** Undoes leaving; says nothing when it is too late, because the page does. @throws DatabaseUnavailable */
export async function returnToPlace({ database }: AppLoadContext, token: string): Promise<void> {
  await database.call("return_to_place", { p_token_digest: await digestOf(token) });
}
