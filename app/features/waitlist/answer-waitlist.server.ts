import { parseWithZod } from "@conform-to/zod";
import { type AppLoadContext, data } from "@remix-run/cloudflare";
import { seeOther, unprocessable } from "../../platform/http.ts";
import { successPath } from "../../platform/success.server.ts";
import { notJoined, waitlistSchema } from "./waitlist.schema.ts";
import { joinWaitlist } from "./waitlist.server.ts";

/**
 * Answers the waitlist form of any page.
 * @param path the page that shows the success, at its #waitlist
 */
export async function answerWaitlist(
  context: AppLoadContext,
  form: FormData,
  event: string,
  path: string | Promise<string>,
) {
  const submission = parseWithZod(form, { schema: waitlistSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const { name, email, nickname2: suspectedSpam, consent } = submission.value;
  const outcome = await joinWaitlist(context, { event, name, email, suspectedSpam, consent });
  switch (outcome) {
    case "joined":
    case "placed":
    case "waiting":
      return seeOther(`${await successPath(context, await path, "waitlist", event)}#waitlist`);
    case "closed":
    case "early":
    case "late":
    case "party-too-large":
      return unprocessable(submission.reply({ formErrors: [notJoined] }));
    case "not-found":
      throw noSuchEvent();
    case "unavailable":
      return unprocessable(submission.reply({ formErrors: [waitlistFailed] }), 503);
  }
}

/** Thrown for a waitlist of an event that does not exist, or not for visitors: nobody joins another one instead. */
export function noSuchEvent() {
  const refusal = {
    title: "Event not found",
    text: "We could not find that event, so you were not added to a waitlist. Please choose an event from our events page.",
    way: { href: "/events", label: "See all events" },
  };
  return data(refusal, { status: 404 });
}

export const waitlistFailed = "There was an error. Please try again.";
