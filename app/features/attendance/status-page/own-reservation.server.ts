import type { AppLoadContext } from "@remix-run/cloudflare";
import { digestOf } from "../../../platform/text/link-token.ts";
import type { Attends } from "../../events/event/event.ts";
import { senderOf } from "../../mail/mail-sender.server.ts";

const ofLink = async ({ env }: AppLoadContext, token: string) => ({
  p_token_digest: await digestOf(token),
  p_mails: senderOf(env) !== null,
});

/** Accepts or declines an offered spot; doing so again changes nothing. @returns the new state of the reservation */
export async function answerOffer(context: AppLoadContext, token: string, isAccepted: boolean) {
  const given = { ...(await ofLink(context, token)), p_is_accepted: isAccepted };
  const state = await context.database.call("answer_offer", given);
  context.startPost();
  return state;
}

/** Puts a person who lost a spot back at the waitlist's end, and gives a waiting one a spot if one is free. */
export async function joinLine(context: AppLoadContext, token: string) {
  const state = await context.database.call("join_line", await ofLink(context, token));
  context.startPost();
  return state;
}

/** Records that a person is still coming. @returns false if it is no longer asked */
export async function sayComing({ database }: AppLoadContext, token: string): Promise<boolean> {
  return database.call("say_coming", { p_token_digest: await digestOf(token) });
}

/**
 * Asks for a spot in the other place of an event that meets in a room and online; the current spot is kept until then.
 * For the place where they already are, withdraws the request.
 */
export async function switchPlace(context: AppLoadContext, token: string, attends: Attends) {
  const given = { ...(await ofLink(context, token)), p_attends: attends };
  const outcome = await context.database.call("switch_place", given);
  context.startPost();
  return outcome;
}

export async function changeParty(context: AppLoadContext, token: string, party: number) {
  const given = { ...(await ofLink(context, token)), p_party: party };
  const outcome = await context.database.call("change_party", given);
  context.startPost();
  return outcome;
}
