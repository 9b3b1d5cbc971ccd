import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict } from "../../admin/conflict.tsx";
import { type AdminDone, Done, seeDone } from "../../admin/done.tsx";
import { differencesOf } from "../../admin/fields.ts";
import { newIdIn } from "../../admin/new-row.server.ts";
import { noteSchema } from "../../admin/note.schema.ts";
import { NoteForm } from "../../admin/note-form.tsx";
import { Undo } from "../../admin/undo.tsx";
import { answerSchema } from "../../features/contact/answers.schema.ts";
import { answerMessage, listAnswers } from "../../features/contact/answers.server.ts";
import { AnswerForm, Answers } from "../../features/contact/answers.tsx";
import { replyDraft } from "../../features/contact/mail-draft.ts";
import {
  MessageDeletion,
  MessageFacts,
  MessageSuspicion,
  StatusButtons,
} from "../../features/contact/message-panels.tsx";
import { type Status, statusSchema } from "../../features/contact/messages.schema.ts";
import {
  changeMessage,
  deleteMessage,
  findMessage,
  type StoredMessage,
} from "../../features/contact/messages.server.ts";
import { senderOf } from "../../features/mail/mail-sender.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import { momentText } from "../../platform/text/site-time.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const message = await findMessage(admin, params.id);
  if (!message) throw notFound();
  const query = new URL(request.url).searchParams;
  return {
    message,
    answers: await listAnswers(admin, message.id),
    newId: crypto.randomUUID(),
    reply: senderOf(context.env) ? null : replyDraft(context.site, message, momentText(message.created_at)),
    confirming: query.get("confirm") === "delete",
    undo: undoOf(message, context.done?.word, query),
  };
}

/** Returns the form fields that undo the action reported in the query; null if there is none. */
function undoOf(
  { status, suspected_spam, updated_at: version }: StoredMessage,
  done: string | undefined,
  query: URLSearchParams,
) {
  const was = statusSchema.safeParse({ status: query.get("was") });
  if (!was.success) return null;
  const fields = { status: was.data.status, version };
  if (done === "cleared") return suspected_spam ? null : { intent: "suspect", ...fields };
  return was.data.status === status ? null : { intent: "status", ...fields };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const message = await findMessage(admin, params.id);
  if (!message) throw notFound();
  const form = await request.formData();
  switch (form.get("intent")) {
    case "answer": {
      const submission = parseWithZod(form, { schema: answerSchema });
      if (submission.status !== "success") return unprocessable({ ...nothing, answering: submission.reply() });
      const [id, version] = [await newIdIn(form), String(form.get("version"))];
      if (!id || !senderOf(context.env)) break;
      const outcome = await answerMessage(admin, { ...submission.value, id, messageId: message.id, version });
      if (outcome === "gone") throw notFound();
      if (outcome === "changed") {
        const formErrors = ["Nothing was sent: this message was changed or answered since you opened it."];
        return unprocessable({ ...nothing, answering: submission.reply({ formErrors }) }, 409);
      }
      context.startPost();
      return seeDone(`/admin/messages/${message.id}`, "answered");
    }
    case "note":
      return note(admin, message, form);
    case "status":
      return changeStatus(admin, message, form);
    case "clear": {
      const status: Status = message.status === "spam" ? "new" : message.status;
      return save(admin, message, { suspected_spam: false, status }, form, "cleared", message.status);
    }
    case "suspect": {
      const submission = parseWithZod(form, { schema: statusSchema });
      const status = submission.status === "success" ? submission.value.status : message.status;
      return save(admin, message, { suspected_spam: true, status }, form, "suspected", null);
    }
    case "delete": {
      const outcome = await deleteMessage(admin, message.id, String(form.get("version")));
      if (outcome === "deleted") return seeDone("/admin/messages", "deleted");
      return unprocessable({ ...nothing, refused: changed }, 409);
    }
  }
  return unprocessable({ ...nothing, refused: "Nothing was changed: this page has no such button." });
}

const changed = "This message was changed since you opened it. Check it again before you delete it.";
const nothing = { result: undefined, answering: undefined, conflict: null, refused: null };

async function note(admin: Admin, message: StoredMessage, form: FormData) {
  const submission = parseWithZod(form, { schema: noteSchema });
  if (submission.status !== "success") return unprocessable({ ...nothing, result: submission.reply() });
  return save(admin, message, { note: submission.value.note ?? null }, form, "saved", null, submission.reply());
}

async function changeStatus(admin: Admin, message: StoredMessage, form: FormData) {
  const submission = parseWithZod(form, { schema: statusSchema });
  if (submission.status !== "success") return unprocessable({ ...nothing, refused: "Choose one of the four states." });
  return save(admin, message, submission.value, form, "saved", message.status);
}

type Changes = Parameters<typeof changeMessage>[2];

/** @param was the state that undo restores, if it may have changed */
async function save(
  admin: Admin,
  { id }: StoredMessage,
  changes: Changes,
  form: FormData,
  done: AdminDone,
  was: Status | null,
  result?: SubmissionResult<string[]>,
) {
  const outcome = await changeMessage(admin, id, changes, String(form.get("version")));
  if (outcome === "saved") return seeDone(`/admin/messages/${id}${was ? `?was=${was}` : ""}`, done);
  return data({ ...nothing, result, conflict: changes }, { status: 409 });
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `Message from ${args.data?.message.name ?? "a visitor"}`);

const labels = { note: "Note", status: "State", suspected_spam: "Suspected spam" };

export default function MessagePage() {
  const { message, answers, newId, reply, undo, confirming } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader
        title={<bdi>{message.name}</bdi>}
        back={{ to: "/admin/messages", label: "All messages" }}
        action={reply ? <ButtonLink href={reply}>Reply by email</ButtonLink> : null}
      />
      {answer ? null : <Done>{undo ? <Undo fields={undo} /> : null}</Done>}
      {answer?.conflict ? (
        <Conflict differences={differencesOf(labels, { ...message }, { ...message, ...answer.conflict })} />
      ) : null}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      <div className="with-side">
        <div className="stacked">
          <blockquote className="panel whitespace-pre-wrap wrap-anywhere">{message.message}</blockquote>
          <Answers answers={answers} />
          {reply ? null : (
            <div className="panel">
              <AnswerForm message={message} newId={newId} lastResult={answer?.answering} />
            </div>
          )}
          <StatusButtons message={message} />
          <MessageSuspicion message={message} />
        </div>
        <div className="stacked">
          <MessageFacts message={message} />
          <div className="panel">
            <NoteForm
              note={message.note}
              version={message.updated_at}
              hint="Only admins can read it."
              lastResult={answer?.result}
            />
          </div>
        </div>
      </div>
      <MessageDeletion message={message} confirming={confirming} />
    </>
  );
}
