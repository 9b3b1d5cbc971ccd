import { parseWithZod } from "@conform-to/zod";
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Admin } from "../../../admin/admin.server.ts";
import { seeDone } from "../../../admin/done.tsx";
import { noteSchema } from "../../../admin/note.schema.ts";
import { notFound, seeOther, unprocessable } from "../../../platform/request/http.ts";
import { takeBackCredential } from "../../credentials/credentials.server.ts";
import { retryDelivery } from "../../outbox/deliveries.server.ts";
import { correctionSchema } from "../sign-up/waitlist.schema.ts";
import { stageBulkAction } from "./bulk-actions.server.ts";
import { isVerb } from "./bulk-words.ts";
import { partySchema, reasonSchema } from "./by-hand.schema.ts";
import { changeParty, moveUp, settleOffer } from "./by-hand.server.ts";
import { changePerson, removePerson } from "./people.server.ts";
import type { Person } from "./person.ts";
import { refusals } from "./person-refusals.ts";

const nothing = { form: "", result: undefined, conflict: null, refused: null };

const refuse = (reason: keyof typeof refusals = "changed") => unprocessable({ ...nothing, refused: refusals[reason] });

export async function answerPerson(
  context: AppLoadContext,
  admin: Admin,
  event: string,
  person: Person,
  form: FormData,
) {
  const list = `/admin/events/${event}/people`;
  const here = form.get("from") === "list" ? list : `${list}/${person.id}`;
  const { id } = person;
  const intent = form.get("intent");
  if (isVerb(intent)) {
    const asked = await stageBulkAction(admin, event, intent, [id]);
    return asked ? seeOther(asked) : refuse();
  }
  switch (intent) {
    case "note":
      return note(admin, id, form, here);
    case "correct":
      return correct(admin, id, form, here);
    case "party":
      return party(context, admin, person, form, here);
    case "move-up":
      return move(context, admin, id, form, here);
    case "remove":
      return (await removePerson(admin, id, String(form.get("version")))) === "deleted"
        ? seeDone(list, "removed")
        : refuse("edited");
    case "retry":
      return person.delivery && (await retryDelivery(context, admin, person.delivery.id))
        ? seeDone(here, "retried")
        : refuse("delivered");
    case "heard":
      return (await settleOffer(context, admin, id, true)) === "offered" ? seeDone(here, "offer-heard") : refuse();
    case "pass-on":
      return (await settleOffer(context, admin, id, false)) === "lapsed" ? seeDone(here, "offer-passed-on") : refuse();
    case "take-back":
      return (await takeBackCredential(admin, id)) ? seeDone(here, "credential-taken-back") : refuse();
    default:
      return refuse("unknown");
  }
}

async function correct(admin: Admin, id: string, form: FormData, here: string) {
  const submission = parseWithZod(form, { schema: correctionSchema });
  const answer = { ...nothing, form: "correct" };
  if (submission.status !== "success") return unprocessable({ ...answer, result: submission.reply() });
  const outcome = await changePerson(admin, id, submission.value, String(form.get("version")));
  if (outcome === "saved") return seeDone(here, "corrected");
  if (outcome === "changed")
    return unprocessable({ ...answer, result: submission.reply(), refused: refusals.edited }, 409);
  const fieldErrors = { email: ["This address is already on the list"] };
  return unprocessable({ ...answer, result: submission.reply({ fieldErrors }) });
}

async function note(admin: Admin, id: string, form: FormData, here: string) {
  const submission = parseWithZod(form, { schema: noteSchema });
  const answer = { ...nothing, form: "note" };
  if (submission.status !== "success") return unprocessable({ ...answer, result: submission.reply() });
  const typed = { note: submission.value.note ?? null };
  const outcome = await changePerson(admin, id, typed, String(form.get("version")));
  if (outcome === "saved") return seeDone(here, "saved");
  return unprocessable({ ...answer, result: submission.reply(), conflict: typed }, 409);
}

async function party(context: AppLoadContext, admin: Admin, person: Person, form: FormData, here: string) {
  const submission = parseWithZod(form, { schema: partySchema });
  const answer = { ...nothing, form: "party" };
  if (submission.status !== "success") return unprocessable({ ...answer, result: submission.reply() });
  const outcome = await changeParty(context, admin, person.id, submission.value.party);
  if (outcome === "nowhere") throw notFound();
  if (outcome === "changed") return seeDone(here, "saved");
  const messages = {
    full: "Not enough spots are free",
    "too-many": "This is more than one reservation at this event may have",
    closed: "Sign-up is closed, or they have been checked in",
  };
  return unprocessable({ ...answer, result: submission.reply({ fieldErrors: { party: [messages[outcome]] } }) });
}

async function move(context: AppLoadContext, admin: Admin, id: string, form: FormData, here: string) {
  const submission = parseWithZod(form, { schema: reasonSchema });
  if (submission.status !== "success")
    return unprocessable({ ...nothing, form: "move-up", result: submission.reply() });
  return (await moveUp(context, admin, id, submission.value.reason)) === "moved" ? seeDone(here, "moved-up") : refuse();
}
