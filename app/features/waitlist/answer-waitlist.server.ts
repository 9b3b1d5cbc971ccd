import { parseWithZod } from "@conform-to/zod";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { notFound, seeOther, unprocessable } from "../../platform/http.ts";
import { waitlistSchema } from "./waitlist.schema.ts";
import { joinWaitlist } from "./waitlist.server.ts";

/**
 * Answers the waitlist form of any page.
 * @param done the URL that shows the success
 */
export async function answerWaitlist(context: AppLoadContext, form: FormData, event: string, done: string) {
  const submission = parseWithZod(form, { schema: waitlistSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const { name, email, nickname2: suspectedSpam, consent } = submission.value;
  const outcome = await joinWaitlist(context, { event, name, email, suspectedSpam, consent });
  switch (outcome) {
    case "joined":
      return seeOther(done);
    case "not-found":
      throw notFound();
    case "unavailable":
      return unprocessable(submission.reply({ formErrors: [waitlistFailed] }), 503);
  }
}

export const waitlistFailed = "There was an error. Please try again.";
