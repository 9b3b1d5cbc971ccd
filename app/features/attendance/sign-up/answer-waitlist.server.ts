import { parseWithZod } from "@conform-to/zod";
import { type AppLoadContext, data } from "@remix-run/cloudflare";
import { DatabaseUnavailable } from "../../../platform/database/unavailable.ts";
import { seeOther, unprocessable, withDone } from "../../../platform/request/http.ts";
import { withoutLinkSecret } from "../../../platform/text/link-secret.ts";
import { questionsFor } from "../../events/event/event-questions.ts";
import { findEvent } from "../../events/event/events.server.ts";
import { letterWait } from "../../mail/letter-wait.server.ts";
import { senderOf } from "../../mail/mail-sender.server.ts";
import { formsAreFull } from "../../mail/mail-words.ts";
import { linkIn, namedPath } from "../../named-links/named-link.schema.ts";
import { answersIn, answersOf, answersSchema } from "../../questions/answers.schema.ts";
import type { Answers } from "../../questions/questions.ts";
import { forGuests, notJoined, otherQuestions, outOfTime, partyTooLarge, waitlistSchema } from "./waitlist.schema.ts";
import { joinWaitlist } from "./waitlist.server.ts";

/**
 * Handles the waitlist form of any page. The form has no action, so it is sent to the URL of its page, with the name of
 * the link that led there.
 * @param event the key of the page's event; a form that names another event is refused and joins neither list
 * @param path the page that shows the success, at its #waitlist; may have a query
 */
export async function answerWaitlist(
  context: AppLoadContext,
  request: Request,
  form: FormData,
  event: string,
  path: string | Promise<string>,
) {
  if ((form.get("event") || event) !== event) throw noSuchEvent();
  const submission = parseWithZod(form, { schema: waitlistSchema });
  if (submission.status !== "success") return unprocessable((await withQuestions(context, form, event)).reply());
  const { nickname2: suspectedSpam, ...entry } = submission.value;
  const link = linkIn(request);
  const page = withoutLinkSecret(new URL(request.url).pathname);
  const join = (answers: Answers) => joinWaitlist(context, { event, suspectedSpam, answers, link, page, ...entry });
  let outcome = await join(answersIn(form));
  if (outcome === "not-answered") {
    const asked = await withQuestions(context, form, event);
    if (asked.status !== "success") return unprocessable(asked.reply());
    outcome = await join(asked.value.answers);
  }
  switch (outcome) {
    case "joined":
    case "placed":
    case "waiting":
    case "to-confirm":
    case "asked":
      // The name stays, for the next person who signs up from here.
      return seeOther(
        withDone(namedPath(`${await path}#waitlist`, link), doneOf[outcome], await waitAfter(context, outcome)),
      );
    case "closed":
      return unprocessable(submission.reply({ formErrors: [notJoined] }));
    case "for-guests":
      return unprocessable(submission.reply({ formErrors: [forGuests] }));
    case "early":
    case "late":
      return unprocessable(submission.reply({ formErrors: [outOfTime[outcome]] }));
    case "party-too-large":
      return unprocessable(submission.reply({ fieldErrors: { party: [partyTooLarge] } }));
    case "not-answered":
      return unprocessable(submission.reply({ formErrors: [otherQuestions] }));
    case "not-found":
      throw noSuchEvent();
    case "full":
      return unprocessable(submission.reply({ formErrors: [formsAreFull] }), 503);
    case "unavailable":
      return unprocessable(submission.reply({ formErrors: [waitlistFailed] }), 503);
  }
}

/** The form with its event's questions, asked for only once something is wrong: a sign-up takes one call. */
async function withQuestions(context: AppLoadContext, form: FormData, key: string) {
  const event = await findEvent(context, key).catch(unknownNow);
  const questions = event ? questionsFor(event, form.get("attends") === "online" ? "online" : "room", context.now) : [];
  const schema = waitlistSchema
    .and(answersSchema(questions))
    .transform((fields) => ({ ...fields, answers: answersOf(questions, fields) }));
  return parseWithZod(form, { schema });
}

function unknownNow(error: unknown): null {
  if (error instanceof DatabaseUnavailable) return null;
  throw error;
}

/** A spot that is held has its email at once. */
const waitAfter = (context: AppLoadContext, outcome: keyof typeof doneOf) =>
  outcome === "placed" || !senderOf(context.env) ? 0 : letterWait(context);

const doneOf = {
  joined: "waitlist",
  placed: "placed",
  waiting: "in-line",
  "to-confirm": "to-confirm",
  asked: "asked",
} as const;

export interface Joined {
  outcome: keyof typeof doneOf;
  at: string;
  link: string | null;
}

/** What the visitor has just joined; null if they only opened the page. */
export function joinedOf({ done }: AppLoadContext, request: Request): Joined | null {
  const outcomes = Object.keys(doneOf) as Joined["outcome"][];
  const outcome = outcomes.find((name) => doneOf[name] === done?.word);
  return done && outcome ? { outcome, at: done.at.toISOString(), link: linkIn(request) } : null;
}

/** The response to throw for an event that does not exist or is not visible; the visitor joins no other waitlist. */
export function noSuchEvent() {
  const refusal = {
    title: "Event not found",
    text: "We could not find that event, so you were not added to a waitlist. Please choose an event from our events page.",
    way: { href: "/events", label: "See all events" },
  };
  return data(refusal, { status: 404 });
}

const waitlistFailed = "There was an error. Please try again.";
