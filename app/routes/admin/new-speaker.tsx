import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { seeDone } from "../../admin/done.tsx";
import { newIdIn } from "../../admin/new-row.server.ts";
import { pageMeta } from "../../features/metadata/metadata.ts";
import {
  addSpeaker,
  findEditedProgramme,
  listOfferedPictures,
} from "../../features/programme/programme-editing.server.ts";
import { speakerSchema } from "../../features/programme/speaker.schema.ts";
import { SpeakerForm } from "../../features/programme/speaker-form.tsx";
import { notFound, unprocessable } from "../../platform/request/http.ts";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const [programme, pictures] = await Promise.all([
    findEditedProgramme(admin, params.id ?? ""),
    listOfferedPictures(admin),
  ]);
  if (!programme) throw notFound();
  return { event: programme.event, pictures, newId: crypto.randomUUID() };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const programme = await findEditedProgramme(admin, params.id ?? "");
  if (!programme) throw notFound();
  const submission = parseWithZod(form, { schema: speakerSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const outcome = await addSpeaker(admin, programme.event.id, submission.value, newIdIn(form));
  if (outcome === "added") return seeDone(`/admin/events/${programme.event.id}/programme/speakers`, "added");
  return unprocessable(
    submission.reply({ fieldErrors: { picture: ["This picture was deleted. Choose another one"] } }),
  );
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: `New speaker: ${args.data?.event.title ?? ""}`,
    description: "A speaker of an event.",
    path: "/admin/events",
    indexed: false,
  });

export default function NewSpeaker() {
  const { event, pictures, newId } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader
        title="New speaker"
        back={{ to: `/admin/events/${event.id}/programme/speakers`, label: "Speakers" }}
        note="What you enter here is public once a talk of theirs is."
      />
      <section className="panel form-panel" aria-label="The speaker">
        <SpeakerForm
          submit="Add speaker"
          pictures={pictures}
          newId={newId}
          lastResult={useActionData<typeof action>()}
        />
      </section>
    </>
  );
}
