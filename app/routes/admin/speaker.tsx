import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict } from "../../admin/conflict.tsx";
import { Danger } from "../../admin/danger.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { pageMeta } from "../../features/metadata/metadata.ts";
import {
  changeSpeaker,
  deleteSpeaker,
  findEditedProgramme,
  listOfferedPictures,
} from "../../features/programme/programme-editing.server.ts";
import { speakerSchema } from "../../features/programme/speaker.schema.ts";
import { SpeakerForm, speakerDifferences } from "../../features/programme/speaker-form.tsx";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";

async function readPage(admin: Admin, { id = "", speaker: speakerId = "" }: { id?: string; speaker?: string }) {
  const programme = await findEditedProgramme(admin, id);
  const speaker = programme?.speakers.find((each) => each.id === speakerId);
  if (!programme || !speaker) throw notFound();
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
  const path = `/admin/events/${event.id}/programme/speakers`;
  const version = String(form.get("version"));
  const nothing = { result: undefined, conflict: null, refused: null };
  if (form.get("intent") === "delete") {
    if ((await deleteSpeaker(admin, speaker.id, version)) === "deleted") return seeDone(path, "deleted");
    const refused = "This speaker was changed since you opened it. Check it again before you delete it.";
    return unprocessable({ ...nothing, refused }, 409);
  }
  const submission = parseWithZod(form, { schema: speakerSchema });
  if (submission.status !== "success") return unprocessable({ ...nothing, result: submission.reply() });
  const outcome = await changeSpeaker(admin, speaker.id, submission.value, version);
  if (outcome === "saved") return seeDone(`${path}/${speaker.id}`, "saved");
  if (outcome === "changed") {
    const conflict = speakerDifferences(speaker, submission.value);
    return unprocessable({ ...nothing, result: submission.reply(), conflict }, 409);
  }
  const fieldErrors = { picture: ["This picture was deleted. Choose another one"] };
  return unprocessable({ ...nothing, result: submission.reply({ fieldErrors }) });
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: args.data?.speaker.name ?? "Speaker",
    description: "A speaker of an event.",
    path: "/admin/events",
    indexed: false,
  });

export default function SpeakerPage() {
  const { event, speaker, pictures } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader
        title={speaker.name}
        back={{ to: `/admin/events/${event.id}/programme/speakers`, label: "Speakers" }}
      />
      {answer ? null : <Done />}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      {answer?.conflict ? <Conflict differences={answer.conflict} /> : null}
      <section className="panel form-panel" aria-label="The speaker">
        <SpeakerForm submit="Save" speaker={speaker} pictures={pictures} lastResult={answer?.result} />
      </section>
      <Deletion />
    </>
  );
}

function Deletion() {
  const { event, speaker, confirming } = useLoaderData<typeof loader>();
  const path = `/admin/events/${event.id}/programme/speakers/${speaker.id}`;
  const text = "For good. Their talks stay, without them.";
  if (!confirming) {
    return (
      <Danger id="delete" title="Delete this speaker" text={text}>
        <a href={`${path}?confirm=delete#delete`}>Delete this speaker …</a>
      </Danger>
    );
  }
  return (
    <Danger id="delete" isQuestion title={`Delete “${speaker.name}”?`} text={text}>
      <form method="post" className="form">
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="version" value={speaker.updated_at} />
        <div className="actions">
          <Button className="danger">Delete for good</Button>
          <a href={path}>Keep it</a>
        </div>
      </form>
    </Danger>
  );
}
