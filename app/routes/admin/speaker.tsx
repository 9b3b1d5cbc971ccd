import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict } from "../../admin/conflict.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { answerDeletion, unsaved } from "../../admin/unsaved.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { adminProgrammePath } from "../../features/programme/admin-paths.ts";
import { Deletion } from "../../features/programme/deletion.tsx";
import { changeSpeaker, deleteSpeaker, requireProgramme } from "../../features/programme/programme-editing.server.ts";
import { speakerSchema } from "../../features/programme/speaker.schema.ts";
import { SpeakerForm, speakerDifferences } from "../../features/programme/speaker-form.tsx";
import { listOfferedPictures } from "../../features/site/site-pictures.server.ts";
import { notFound } from "../../platform/request/http.ts";
import { Notice } from "../../ui/form-messages.tsx";

async function readPage(admin: Admin, { id = "", speaker: speakerId = "" }: { id?: string; speaker?: string }) {
  const programme = await requireProgramme(admin, id);
  const speaker = programme.speakers.find((each) => each.id === speakerId);
  if (!speaker) throw notFound();
  return { event: programme.event, speaker };
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const [page, pictures] = await Promise.all([readPage(admin, params), listOfferedPictures(admin)]);
  return { ...page, pictures, confirming: new URL(request.url).searchParams.get("confirm") === "delete" };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const { event, speaker } = await readPage(admin, params);
  const version = String(form.get("version"));
  if (form.get("intent") === "delete") {
    return answerDeletion(
      await deleteSpeaker(admin, speaker.id, version),
      "speaker",
      adminProgrammePath(event, "speakers"),
    );
  }
  const submission = parseWithZod(form, { schema: speakerSchema });
  if (submission.status !== "success") return unsaved({ result: submission.reply() });
  const outcome = await changeSpeaker(admin, speaker.id, submission.value, version);
  if (outcome === "saved") return seeDone(adminProgrammePath(event, `speakers/${speaker.id}`), "saved");
  if (outcome === "changed") {
    const conflict = speakerDifferences(speaker, submission.value);
    return unsaved({ result: submission.reply(), conflict }, 409);
  }
  const fieldErrors = { picture: ["This picture was deleted. Choose another one"] };
  return unsaved({ result: submission.reply({ fieldErrors }) });
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, args.data?.speaker.name ?? "Speaker");

export default function SpeakerPage() {
  const { event, speaker, pictures, confirming } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader
        title={speaker.name}
        back={{ to: adminProgrammePath(event, "speakers"), label: "Speakers" }}
        action={<a href={adminProgrammePath(event, `speakers/${speaker.id}/corrections`)}>Ask for corrections</a>}
      />
      {answer ? null : <Done />}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      {answer?.conflict ? <Conflict differences={answer.conflict} /> : null}
      <section className="panel form-panel" aria-label="The speaker">
        <SpeakerForm submit="Save" speaker={speaker} pictures={pictures} lastResult={answer?.result} />
      </section>
      <Deletion
        what="speaker"
        name={speaker.name}
        text="For good. Their talks stay, without them."
        path={adminProgrammePath(event, `speakers/${speaker.id}`)}
        version={speaker.updated_at}
        confirming={confirming}
      />
    </>
  );
}
