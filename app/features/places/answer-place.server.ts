import { parseWithZod } from "@conform-to/zod";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { seeOther, unprocessable } from "../../platform/http.ts";
import { isSuccess, successPath } from "../../platform/success.server.ts";
import { withTimeFloor } from "../../platform/time-floor.ts";
import { DatabaseUnavailable } from "../../platform/unavailable.ts";
import { tooManyMails } from "../mail/mail-words.ts";
import { lostLinkSchema, newAddressSchema } from "./place.schema.ts";
import {
  askAddressChange,
  type Place,
  renewLink,
  resendLink,
  takeBackAddressChange,
  type Waiting,
} from "./place.server.ts";
import { newsOf, noNewLink } from "./place-news.ts";

/** Answers those forms of a person's own page that end in a mail; undefined for a form that is about something else. */
export async function answerByMail(context: AppLoadContext, token: string, place: Waiting, form: FormData) {
  const here = (done?: string) => seeOther(`/w/${token}${done ? `?done=${done}` : ""}`);
  switch (form.get("intent")) {
    case "new-link": {
      const outcome = await renewLink(context, token, place);
      // The link of this page may have ended by the time that the answer arrives.
      if (outcome === "renewed") return seeOther(await successPath(context, "/w", "new-link"));
      return outcome === "not-now" ? seeOther(await successPath(context, `/w/${token}`, "no-new-link", token)) : here();
    }
    case "change-address": {
      const submission = parseWithZod(form, { schema: newAddressSchema });
      if (submission.status !== "success") return unprocessable(submission.reply());
      const outcome = await askAddressChange(context, token, submission.value.email);
      if (outcome !== "same") return here(outcome === "unconfirmed" ? outcome : undefined);
      return unprocessable(submission.reply({ fieldErrors: { email: ["This is the address that you have now"] } }));
    }
    case "keep-address":
      return here((await takeBackAddressChange(context, token)) ? "kept" : undefined);
  }
}

/**
 * Answers the form of a lost link. Whether an address is on the list shows neither in the answer nor in its time.
 * @returns null when visitors know of no such event
 */
export async function answerLostLink(context: AppLoadContext, event: string, form: FormData) {
  const submission = parseWithZod(form, { schema: lostLinkSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const { email, nickname2: suspectedSpam } = submission.value;
  try {
    const outcome = suspectedSpam ? "asked" : await withTimeFloor(resendLink(context, event, email));
    if (outcome === "not-found") return null;
    if (outcome === "not-now") return unprocessable(submission.reply({ formErrors: [tooManyMails] }), 429);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return unprocessable(submission.reply({ formErrors: ["There was an error. Please try again."] }), 503);
  }
  return seeOther(await successPath(context, `/w?event=${event}`, "resent", event));
}

/** Whether the address of a request shows that a new link was just made on a person's own page. */
export const isLinkRenewed = (context: AppLoadContext, request: Request) => isSuccess(context, request, "new-link");

/** What the address of a request says was done on a person's own page; null where it says nothing, or what is not so. */
export async function findNews(context: AppLoadContext, request: Request, token: string, place: Place | null) {
  if (place?.state !== "waiting") return null;
  if (await isSuccess(context, request, "no-new-link", token)) return noNewLink;
  return newsOf(new URL(request.url).searchParams.get("done"), place);
}

/** Whether it shows that the form of a lost link was just sent. */
export const isLinkAsked = (context: AppLoadContext, request: Request, event: string) =>
  isSuccess(context, request, "resent", event);
