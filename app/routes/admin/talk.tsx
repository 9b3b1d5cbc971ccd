import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict } from "../../admin/conflict.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { State } from "../../admin/state.tsx";
import { answerDeletion, unsaved } from "../../admin/unsaved.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { adminProgrammePath } from "../../features/programme/admin-paths.ts";
import { refusalOf } from "../../features/programme/answer-talk.server.ts";
import { Deletion } from "../../features/programme/deletion.tsx";
import { talkPath } from "../../features/programme/programme.ts";
import { deleteTalk, requireProgramme, saveTalk } from "../../features/programme/programme-editing.server.ts";
import { talkSchema } from "../../features/programme/talk.schema.ts";
import { TalkForm, talkDifferences } from "../../features/programme/talk-form.tsx";
import { notFound } from "../../platform/request/http.ts";
import { Notice } from "../../ui/form-messages.tsx";

async function readPage(admin: Admin, { id = "", talk: talkId = "" }: { id?: string; talk?: string }) {
  const programme = await requireProgramme(admin, id);
  const talk = programme.talks.find((each) => each.id === talkId);
  if (!talk) throw notFound();
  return { programme, talk };
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const page = await readPage(await requireAdmin(context), params);
  return { ...page, confirming: new URL(request.url).searchParams.get("confirm") === "delete" };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const { programme, talk } = await readPage(admin, params);
  const version = String(form.get("version"));
  if (form.get("intent") === "delete") {
    return answerDeletion(await deleteTalk(admin, talk.id, version), "talk", adminProgrammePath(programme.event));
  }
  const submission = parseWithZod(form, { schema: talkSchema });
  if (submission.status !== "success") return unsaved({ result: submission.reply() });
  const outcome = await saveTalk(admin, programme.event.id, talk.id, submission.value, version);
  if (outcome === "saved") return seeDone(adminProgrammePath(programme.event, talk.id), "saved");
  if (outcome === "changed") {
    const conflict = talkDifferences(talk, submission.value, programme);
    return unsaved({ result: submission.reply(), conflict }, 409);
  }
  const fieldErrors = refusalOf(outcome, talk.id, submission.value, programme);
  return unsaved({ result: submission.reply({ fieldErrors }) });
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, args.data?.talk.title ?? "Talk");

export default function TalkPage() {
  const { programme, talk, confirming } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { event, published_at } = programme;
  const isShown = event.is_published && published_at !== null && talk.is_announced;
  return (
    <>
      <AdminHeader title={talk.title} back={{ to: adminProgrammePath(event), label: "Program" }}>
        {talk.status === "cancelled" ? <State shape="alert">Canceled</State> : null}
        {talk.is_announced ? null : <State shape="dashed">To be announced</State>}
        {isShown ? <a href={talkPath(event, talk)}>View page</a> : null}
      </AdminHeader>
      {answer ? null : <Done />}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      {answer?.conflict ? <Conflict differences={answer.conflict} /> : null}
      <section className="panel form-panel" aria-label="The talk">
        <TalkForm submit="Save" programme={programme} talk={talk} lastResult={answer?.result} />
      </section>
      <Deletion
        what="talk"
        name={talk.title}
        text="For good, with its page. If people know of it already, cancel it instead: it stays in the program, marked. Where this site sends email, people who stored a published talk in their agenda are emailed when it is deleted, canceled or moved."
        path={adminProgrammePath(event, talk.id)}
        version={talk.updated_at}
        confirming={confirming}
      />
    </>
  );
}
