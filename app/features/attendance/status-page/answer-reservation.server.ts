import { parseWithZod } from "@conform-to/zod";
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Outcome } from "../../../platform/database/supabase.server.ts";
import { seeOther, unprocessable, withDone } from "../../../platform/request/http.ts";
import { pluralize } from "../../../platform/text/pluralize.ts";
import { slug } from "../../../platform/text/text.ts";
import { attendsField } from "../sign-up/waitlist.schema.ts";
import { answerOffer, changeParty, joinLine, sayComing, switchPlace } from "./own-reservation.server.ts";
import type { StatusNews } from "./status-news.ts";
import { partySchema } from "./status-page.schema.ts";
import { leaveWaitlist, type Waiting } from "./status-page.server.ts";
import { reserveWorkshop } from "./workshops.server.ts";

const switchNews: Record<Outcome<"switch_place">, StatusNews> = {
  switched: "switched",
  waits: "switching",
  stays: "stays",
  closed: "no-switch",
  nowhere: "no-switch",
};

const workshopNews: Record<Outcome<"reserve_workshop">, StatusNews> = {
  placed: "workshop",
  waiting: "workshop-line",
  offered: "workshop-line",
  declined: "no-workshop",
  lapsed: "no-workshop",
  canceled: "no-workshop",
  past: "no-workshop",
  asked: "no-workshop",
  "turned-down": "no-workshop",
  closed: "no-workshop",
  "no-reservation": "no-workshop",
  "not-found": "no-workshop",
  "not-now": "too-many-workshops",
};

/** Handles the forms of the status page that are about a reservation; returns undefined for any other form. */
export async function answerReservation(context: AppLoadContext, token: string, entry: Waiting, form: FormData) {
  if (!entry.reservation) return undefined;
  const here = (news: StatusNews) => seeOther(withDone(`/w/${token}`, news));
  switch (form.get("intent")) {
    case "accept": {
      const state = await answerOffer(context, token, true);
      return here(state === "placed" ? "accepted" : "no-offer");
    }
    case "decline": {
      const state = await answerOffer(context, token, false);
      return here(state === "declined" ? "declined" : "no-offer");
    }
    case "take": {
      const { switches_to: wanted } = entry.reservation;
      if (wanted) {
        const outcome = await switchPlace(context, token, wanted);
        return here(outcome === "waits" ? "not-switched" : switchNews[outcome]);
      }
      const state = await joinLine(context, token);
      // Joining first promotes the waitlist, which may offer the spot to this very person.
      const taken = state === "offered" ? await answerOffer(context, token, true) : state;
      if (taken === "too-often") return here(taken);
      return here(taken === "placed" ? "accepted" : "not-free");
    }
    case "join-line": {
      const state = await joinLine(context, token);
      if (state === "too-often") return here(state);
      if (state === "asked") return here("asked");
      return here(state === "placed" ? "accepted" : state === "waiting" ? "in-line" : "no-line");
    }
    case "switch-to-room":
      return here(switchNews[await switchPlace(context, token, "room")]);
    case "switch-to-online":
      return here(switchNews[await switchPlace(context, token, "online")]);
    case "workshop": {
      const event = String(form.get("event"));
      if (!slug.test(event)) return undefined;
      const attends = attendsField.safeParse(form.get("attends") ?? undefined).data;
      return here(workshopNews[await reserveWorkshop(context, token, entry.email, event, attends)]);
    }
    case "coming":
      return here((await sayComing(context, token)) ? "coming" : "no-question");
    case "give-up":
      if (!entry.reservation.is_asked) return here("no-question");
      await leaveWaitlist(context, token, entry, "left");
      return seeOther(`/w/${token}`);
    case "change-party": {
      const submission = parseWithZod(form, { schema: partySchema });
      if (submission.status !== "success") return unprocessable(submission.reply());
      const outcome = await changeParty(context, token, submission.value.party);
      if (outcome === "changed" || outcome === "nowhere") return here("party");
      const { free, sign_up: signUp } = entry.reservation;
      const refusals = {
        full: `${free === 0 ? "No more spots are" : `Only ${free} more ${free === 1 ? "spot is" : "spots are"}`} free; your reservation stays as it is`,
        "too-many": `One person can sign up ${pluralize(entry.event.party_limit, "person", "people")} at most`,
        closed:
          signUp === "late"
            ? "Sign-up is over, so you can only choose fewer people"
            : "The number of people cannot be changed right now",
      };
      return unprocessable(submission.reply({ fieldErrors: { party: [refusals[outcome]] } }));
    }
  }
}
