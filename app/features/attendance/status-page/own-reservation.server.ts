import type { AppLoadContext } from "@remix-run/cloudflare";
import { digestOf } from "../../../platform/text/link-token.ts";
import type { Attends } from "../../events/event/event.ts";
import { senderOf } from "../../mail/mail-sender.server.ts";

const ofLink = async ({ env }: AppLoadContext, token: string) => ({
  p_token_digest: await digestOf(token),
  p_mails: senderOf(env) !== null,
});

/**
 * Accepts or declines the spot that is offered; a second time changes nothing.
 * @returns the state that the reservation has then
 * @throws DatabaseUnavailable
 */
export async function answerOffer(context: AppLoadContext, token: string, isAccepted: boolean) {
  const given = { ...(await ofLink(context, token)), p_is_accepted: isAccepted };
  const state = await context.database.call("answer_offer", given);
  context.startPost();
  return state;
}

/**
 * Puts whoever has declined or lost a spot at the end of the line, and gives whoever waits a spot that is free for them.
 * @throws DatabaseUnavailable
 */
export async function joinLine(context: AppLoadContext, token: string) {
  const state = await context.database.call("join_line", await ofLink(context, token));
  context.startPost();
  return state;
}

/** Keeps that somebody is still coming; false where that is no question any more. @throws DatabaseUnavailable */
export async function sayComing({ database }: AppLoadContext, token: string): Promise<boolean> {
  return database.call("say_coming", { p_token_digest: await digestOf(token) });
}

/**
 * Asks for a spot in the other place of an event that meets in a room and online, and keeps the one that is had until then;
 * for the place where they are, takes that back.
 * @throws DatabaseUnavailable
 */
export async function switchPlace(context: AppLoadContext, token: string, attends: Attends) {
  const given = { ...(await ofLink(context, token)), p_attends: attends };
  const outcome = await context.database.call("switch_place", given);
  context.startPost();
  return outcome;
}

/** Changes for how many people a reservation is. @throws DatabaseUnavailable */
export async function changeParty(context: AppLoadContext, token: string, party: number) {
  const given = { ...(await ofLink(context, token)), p_party: party };
  const outcome = await context.database.call("change_party", given);
  context.startPost();
  return outcome;
}
