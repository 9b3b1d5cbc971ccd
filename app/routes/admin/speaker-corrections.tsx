import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { isOver } from "../../features/events/event/event.ts";
import { senderOf } from "../../features/mail/mail-sender.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { adminProgrammePath } from "../../features/programme/admin-paths.ts";
import { contactSchema } from "../../features/programme/contact.schema.ts";
import { ContactPanel } from "../../features/programme/contact-panel.tsx";
import { correctionPath } from "../../features/programme/correction-link.ts";
import { CorrectionPanel } from "../../features/programme/correction-panel.tsx";
import {
  askForCorrections,
  forgetSpeakerContact,
  listSpeakerContacts,
  makeSpeakerLink,
  settleCorrection,
} from "../../features/programme/corrections.server.ts";
import { requireProgramme } from "../../features/programme/programme-editing.server.ts";
import { notFound, seeOther, unprocessable } from "../../platform/request/http.ts";
import { isToken, newToken } from "../../platform/text/link-token.ts";
import { Notice } from "../../ui/form-messages.tsx";

async function find(admin: Admin, { id = "", speaker: speakerId = "" }: { id?: string; speaker?: string }) {
  const { event, speakers } = await requireProgramme(admin, id);
  const speaker = speakers.find((each) => each.id === speakerId);
  if (!speaker) throw notFound();
  return { event, speaker: { id: speaker.id, name: speaker.name } };
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const { event, speaker } = await find(admin, params);
  const contact = (await listSpeakerContacts(admin, event.id)).find((each) => each.speaker === speaker.id);
  const token = new URL(request.url).searchParams.get("link") ?? undefined;
  return {
    event,
    speaker,
    contact,
    isEventOver: isOver(event, context.now),
    sendsMail: senderOf(context.env) !== null,
    newToken: newToken(),
    link: isToken(token) ? context.origin + correctionPath(token) : null,
  };
}

const refusals = {
  "asked-before": "This speaker was asked less than an hour ago. Ask again later.",
  "not-now": "An email to this speaker is still on its way, or you have asked for as many emails as you may in a day.",
  over: "The event is over, so there is nothing to correct.",
};
const changed = "The correction or the text was changed since you opened this page. Look at it again first.";

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const { event, speaker } = await find(admin, params);
  const here = adminProgrammePath(event, `speakers/${speaker.id}/corrections`);
  const refuse = (refused: string, status: 409 | 422 = 409) => unprocessable({ result: undefined, refused }, status);
  switch (form.get("intent")) {
    case "ask": {
      const submission = parseWithZod(form, { schema: contactSchema });
      if (submission.status !== "success") return unprocessable({ result: submission.reply(), refused: null });
      const outcome = await askForCorrections(context, admin, speaker.id, submission.value.email);
      if (outcome === "not-found") throw notFound();
      return outcome === "asked" ? seeDone(here, "speaker-asked") : refuse(refusals[outcome]);
    }
    case "link": {
      const token = String(form.get("token"));
      const isMade = await makeSpeakerLink(admin, speaker.id, token);
      return isMade ? seeOther(`${here}?link=${token}#contact`) : refuse(refusals.over);
    }
    case "forget":
      await forgetSpeakerContact(admin, speaker.id);
      return seeDone(here, "link-ended");
    case "take":
    case "leave": {
      const takes = form.get("intent") === "take";
      const outcome = await settleCorrection(admin, speaker.id, String(form.get("version")), takes);
      return outcome === "settled" ? seeDone(here, takes ? "saved" : "left") : refuse(changed);
    }
    default:
      return refuse("Nothing was changed: this page has no such button.", 422);
  }
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `Corrections from ${args.data?.speaker.name ?? "a speaker"}`);

export default function SpeakerCorrections() {
  const { event, speaker, contact, isEventOver, sendsMail, link, newToken: token } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader
        title={`Corrections from ${speaker.name}`}
        back={{ to: adminProgrammePath(event, `speakers/${speaker.id}`), label: speaker.name }}
      />
      {answer ? null : <Done />}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      {contact ? <CorrectionPanel contact={contact} /> : null}
      <ContactPanel
        {...{ contact, sendsMail, link }}
        isOver={isEventOver}
        newToken={token}
        lastResult={answer?.result}
      />
    </>
  );
}
