import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { seeDone } from "../../admin/done.tsx";
import { newIdIn } from "../../admin/new-row.server.ts";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { questionSchema } from "../../features/questions/question.schema.ts";
import { listQuestions, saveQuestion } from "../../features/questions/question-editing.server.ts";
import { QuestionForm } from "../../features/questions/question-form.tsx";
import { isAboutHealth, isReadyName, readyQuestions } from "../../features/questions/ready-questions.ts";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Notice } from "../../ui/form-messages.tsx";

/** The event and the question; null for a new one. */
async function find(admin: Admin, params: { id?: string; question?: string }) {
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  if (params.question === "new") return { event, question: null };
  const question = (await listQuestions(admin, event.id)).find(({ id }) => id === params.question);
  if (!question) throw notFound();
  return { event, question };
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { event, question } = await find(await requireAdmin(context), params);
  const picked = new URL(request.url).searchParams.get("ready");
  const ready = question ? question.ready : isReadyName(picked) ? picked : null;
  return { event, question, ready, newId: crypto.randomUUID() };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const { event, question } = await find(admin, params);
  const form = await request.formData();
  const picked = question ? question.ready : form.get("ready");
  const ready = isReadyName(picked) ? picked : null;
  if (isAboutHealth(ready)) form.set("keep", "evening");
  const submission = parseWithZod(form, { schema: questionSchema });
  if (submission.status !== "success")
    return unprocessable({ result: submission.reply(), touched: null, refused: null });
  const { agreed = 0, ...input } = submission.value;
  const { outcome, answers } = await saveQuestion(admin, {
    event: event.id,
    id: question?.id ?? (await newIdIn(form)) ?? crypto.randomUUID(),
    agreed,
    question: { ...input, ready },
    version: question ? String(form.get("version")) : null,
  });
  const refuse = (refused: string, touched: number | null = null) =>
    unprocessable({ result: submission.reply(), touched, refused }, 409);
  switch (outcome) {
    case "saved":
      return seeDone(`/admin/events/${event.id}/questions`, question ? "saved" : "added");
    case "asks":
      return refuse(touchesText(answers), answers);
    case "answered":
      return refuse(
        `${pluralize(answers, "person has", "people have")} answered: the kind of answer stays, and so does the promise who reads it and when it is erased. Close this question and add another one instead.`,
      );
    case "too-many":
      return refuse("Ten questions are open already. Close one first.");
    case "changed":
      return refuse("This question was changed since you opened it. Open it again to see how.");
    case "not-found":
      throw notFound();
  }
}

const touchesText = (answers: number) =>
  answers === 0
    ? "No answer is touched by this change anymore. Save it again."
    : `This touches ${pluralize(answers, "answer")} that people have given. They keep an answer that you no longer offer; if answers are to be erased earlier, theirs are, too. Nothing is saved yet.`;

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, args.data?.question?.text ?? "Add a question");

export default function QuestionPage() {
  const { event, question, ready, newId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader
        title={question ? "Change question" : "Add a question"}
        back={{ to: `/admin/events/${event.id}/questions`, label: `Questions: ${event.title}` }}
        note={
          question && question.answers > 0
            ? `${pluralize(question.answers, "person has", "people have")} answered. You can correct the wording and add answers to choose from.`
            : "Owners and editors read the answers; only owners export them."
        }
      />
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      <div className="panel form-panel">
        <QuestionForm
          question={
            question ?? (ready ? { ...readyQuestions[ready], options: [...readyQuestions[ready].options] } : undefined)
          }
          ready={ready}
          newId={newId}
          touched={answer?.touched || null}
          lastResult={answer?.result}
        />
      </div>
    </>
  );
}
