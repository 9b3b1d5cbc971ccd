import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { seeDone } from "../../admin/done.tsx";
import { newIdIn } from "../../admin/new-row.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { adminProgrammePath } from "../../features/programme/admin-paths.ts";
import { addSpeaker, requireProgramme } from "../../features/programme/programme-editing.server.ts";
import { speakerSchema } from "../../features/programme/speaker.schema.ts";
import { SpeakerForm } from "../../features/programme/speaker-form.tsx";
import { listOfferedPictures } from "../../features/site/site-pictures.server.ts";
import { unprocessable } from "../../platform/request/http.ts";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const [programme, pictures] = await Promise.all([
    requireProgramme(admin, params.id ?? ""),
    listOfferedPictures(admin),
  ]);
  return { event: programme.event, pictures, newId: crypto.randomUUID() };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const programme = await requireProgramme(admin, params.id);
  const submission = parseWithZod(form, { schema: speakerSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const outcome = await addSpeaker(admin, programme.event.id, submission.value, await newIdIn(form));
  if (outcome === "added") return seeDone(adminProgrammePath(programme.event, "speakers"), "added");
  return unprocessable(
    submission.reply({ fieldErrors: { picture: ["This picture was deleted. Choose another one"] } }),
  );
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `New speaker: ${args.data?.event.title ?? ""}`);

export default function NewSpeaker() {
  const { event, pictures, newId } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader
        title="New speaker"
        back={{ to: adminProgrammePath(event, "speakers"), label: "Speakers" }}
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
