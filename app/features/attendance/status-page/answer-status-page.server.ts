import { parseWithZod } from "@conform-to/zod";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { DatabaseUnavailable } from "../../../platform/database/unavailable.ts";
import { seeOther, unprocessable, withDone } from "../../../platform/request/http.ts";
import { withTimeFloor } from "../../../platform/request/time-floor.ts";
import { letterWait } from "../../mail/letter-wait.server.ts";
import { newsOf, type StatusNews } from "./status-news.ts";
import { lostLinkSchema, newAddressSchema } from "./status-page.schema.ts";
import {
  askAddressChange,
  type OwnEntry,
  renewLink,
  resendLink,
  takeBackAddressChange,
  type Waiting,
} from "./status-page.server.ts";

/** Handles the forms of the status page that cause an email; returns undefined for any other form. */
export async function answerByMail(context: AppLoadContext, token: string, entry: Waiting, form: FormData) {
  const here = (done?: StatusNews) => seeOther(done ? withDone(`/w/${token}`, done) : `/w/${token}`);
  switch (form.get("intent")) {
    case "new-link": {
      const outcome = await renewLink(context, token, entry);
      // The link to this page no longer works.
      if (outcome === "renewed") return seeOther(withDone("/w", "new-link"));
      if (outcome === "unmailed") return seeOther(withDone("/w", "no-link"));
      return outcome === "not-now" ? here("no-new-link") : here();
    }
    case "change-address": {
      const submission = parseWithZod(form, { schema: newAddressSchema });
      if (submission.status !== "success") return unprocessable(submission.reply());
      const outcome = await askAddressChange(context, token, submission.value.email);
      if (outcome === "same" || outcome === "too-many")
        return unprocessable(submission.reply({ fieldErrors: { email: [notChanged[outcome]] } }));
      return here(outcome === "unconfirmed" ? outcome : undefined);
    }
    case "keep-address":
      return here((await takeBackAddressChange(context, token)) ? "kept" : undefined);
  }
}

const notChanged = {
  same: "This is the address that you have now",
  "too-many": "You have entered three new addresses within 24 hours: try again tomorrow",
};

/**
 * Handles the lost-link form. Neither the response nor its timing reveals whether an address is on the list.
 * @returns null if no such event is visible to visitors
 */
export async function answerLostLink(context: AppLoadContext, event: string, form: FormData) {
  const submission = parseWithZod(form, { schema: lostLinkSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const { email, nickname2: suspectedSpam } = submission.value;
  try {
    const outcome = suspectedSpam ? "asked" : await withTimeFloor(resendLink(context, event, email));
    if (outcome === "not-found") return null;
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return unprocessable(submission.reply({ formErrors: ["There was an error. Please try again."] }), 503);
  }
  return seeOther(withDone(`/w?event=${event}`, "resent", await letterWait(context)));
}

/** What was just done on the status page; null if nothing was, or if it is no longer true. */
export const findNews = ({ done }: AppLoadContext, entry: OwnEntry | null) =>
  entry?.state === "waiting" ? newsOf(done?.word, entry) : null;
