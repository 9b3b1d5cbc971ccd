import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { seeDone } from "../../admin/done.tsx";
import { newIdIn } from "../../admin/new-row.server.ts";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { adminProgrammePath } from "../../features/programme/admin-paths.ts";
import { refusalOf } from "../../features/programme/answer-talk.server.ts";
import { requireProgramme, saveTalk } from "../../features/programme/programme-editing.server.ts";
import { talkSchema } from "../../features/programme/talk.schema.ts";
import { TalkForm } from "../../features/programme/talk-form.tsx";
import { likelySlot } from "../../features/programme/talk-times.ts";
import { unprocessable } from "../../platform/request/http.ts";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const [programme, event] = await Promise.all([
    requireProgramme(admin, params.id),
    findEditedEvent(admin, params.id ?? ""),
  ]);
  return { programme, slot: event ? likelySlot(programme.talks, event) : undefined, newId: crypto.randomUUID() };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const programme = await requireProgramme(admin, params.id);
  const submission = parseWithZod(form, { schema: talkSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const { event } = programme;
  const id = (await newIdIn(form)) ?? crypto.randomUUID();
  const outcome = await saveTalk(admin, event.id, id, submission.value, null);
  if (outcome === "saved") return seeDone(adminProgrammePath(event), "added");
  return unprocessable(
    submission.reply({
      fieldErrors: refusalOf(outcome === "changed" ? "not-found" : outcome, id, submission.value, programme),
    }),
  );
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `New talk: ${args.data?.programme.event.title ?? ""}`);

export default function NewTalk() {
  const { programme, slot, newId } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader
        title="New talk"
        back={{ to: adminProgrammePath(programme.event), label: "Program" }}
        note="A talk, a workshop, a break: whatever has a time of its own."
      />
      <section className="panel form-panel" aria-label="The talk">
        <TalkForm
          submit="Add talk"
          programme={programme}
          slot={slot}
          newId={newId}
          lastResult={useActionData<typeof action>()}
        />
      </section>
    </>
  );
}
