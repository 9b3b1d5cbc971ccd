import { parseWithZod } from "@conform-to/zod";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { seeOther, unprocessable, withDone } from "../../platform/http.ts";
import { pluralize } from "../../platform/pluralize.ts";
import { answerOffer, changeParty, joinLine } from "../reservations/own-reservation.server.ts";
import { partySchema } from "./place.schema.ts";
import type { Waiting } from "./place.server.ts";
import type { PlaceNews } from "./place-news.ts";

/** Answers those forms of a person's own page that are about a reservation; undefined for a form that is about something else. */
export async function answerReservation(context: AppLoadContext, token: string, place: Waiting, form: FormData) {
  if (!place.reservation) return undefined;
  const here = (news: PlaceNews) => seeOther(withDone(`/w/${token}`, news));
  switch (form.get("intent")) {
    case "accept": {
      const state = await answerOffer(context, token, true);
      return here(state === "placed" ? "accepted" : "no-offer");
    }
    case "decline": {
      const state = await answerOffer(context, token, false);
      return here(state === "declined" ? "declined" : "no-offer");
    }
    case "take":
      return here((await joinLine(context, token)) === "placed" ? "accepted" : "not-free");
    case "join-line": {
      const state = await joinLine(context, token);
      return here(state === "placed" ? "accepted" : state === "waiting" ? "in-line" : "no-line");
    }
    case "change-party": {
      const submission = parseWithZod(form, { schema: partySchema });
      if (submission.status !== "success") return unprocessable(submission.reply());
      const outcome = await changeParty(context, token, submission.value.party);
      if (outcome === "changed" || outcome === "nowhere") return here("party");
      const { free } = place.reservation;
      const refusals = {
        full: free === 0 ? "No more spots are free" : `Only ${free} more ${free === 1 ? "spot is" : "spots are"} free`,
        "too-many": `One person can sign up ${pluralize(place.event.party_limit, "person", "people")} at most`,
        closed: "The number of people can no longer be changed",
      };
      return unprocessable(submission.reply({ fieldErrors: { party: [refusals[outcome]] } }));
    }
  }
}
