import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { type AdminDone, Done, seeDone } from "../../admin/done.tsx";
import { Empty } from "../../admin/empty.tsx";
import { isOver } from "../../features/events/event/event.ts";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { AnswersUntil } from "../../features/questions/answers-until.tsx";
import { answersUntilSchema } from "../../features/questions/question.schema.ts";
import {
  changeQuestion,
  listQuestions,
  questionActs,
  readAnswersUntil,
  setAnswersUntil,
} from "../../features/questions/question-editing.server.ts";
import { QuestionTable } from "../../features/questions/question-table.tsx";
import { type ReadyName, readyLabels } from "../../features/questions/ready-questions.ts";
import { notFound, seeOther, unprocessable } from "../../platform/request/http.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  const [questions, day] = await Promise.all([listQuestions(admin, event.id), readAnswersUntil(admin, event.id)]);
  return { event, questions, day, isOver: isOver(event, context.now) };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  const here = `/admin/events/${event.id}/questions`;
  const form = await request.formData();
  if (form.get("intent") === "until") {
    const submission = parseWithZod(form, { schema: answersUntilSchema });
    if (submission.status !== "success") return unprocessable({ result: submission.reply(), refused: null });
    await setAnswersUntil(admin, event.id, submission.value.answers_until);
    return seeDone(here, "saved");
  }
  const act = questionActs.find((each) => each === form.get("intent"));
  const question = (await listQuestions(admin, event.id)).find(({ id }) => id === form.get("question"));
  if (!act) return seeOther(here);
  const outcome = question ? await changeQuestion(admin, question.id, act) : "not-found";
  switch (outcome) {
    case "done":
      return seeDone(here, doneOf[act]);
    case "answered":
      return refuse("People have answered this question in the meantime. Close it instead.");
    case "too-many":
      return refuse("Ten questions are open already. Close one first.");
    case "not-found":
      return refuse("This question was deleted in the meantime.");
  }
}

const refuse = (refused: string) => unprocessable({ result: undefined, refused }, 409);

const doneOf = {
  up: "placed",
  down: "placed",
  close: "question-closed",
  open: "question-opened",
  delete: "deleted",
} as const satisfies Record<(typeof questionActs)[number], AdminDone>;

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `Questions: ${args.data?.event.title ?? ""}`);

export default function Questions() {
  const { event, questions, day, isOver } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const path = `/admin/events/${event.id}/questions`;
  const picked = new Set(questions.filter(({ closed_at }) => !closed_at).map(({ ready }) => ready));
  const others = (Object.keys(readyLabels) as ReadyName[]).filter((name) => !picked.has(name));
  return (
    <>
      <AdminHeader
        title="Questions"
        back={{ to: `/admin/events/${event.id}/people`, label: `People: ${event.title}` }}
        note="What people are asked when they sign up, ten questions at most. Each says below it who reads the answer and when it is erased. The next edition takes them along, without the answers."
        action={<ButtonLink href={`${path}/new`}>Add a question</ButtonLink>}
      />
      {answer?.refused ? <Notice bad title={answer.refused} /> : answer ? null : <Done />}
      {event.people_of ? (
        <p className="notice">
          People sign up for this event by one press on their page for the main event, and answer on their page for this
          one.
        </p>
      ) : isOver ? (
        <p className="notice">
          This event is over: people who join now are on the list for the next edition, and are not asked.
        </p>
      ) : null}
      {questions.length > 0 ? (
        <QuestionTable path={path} questions={questions} />
      ) : (
        <Empty title="Nobody is asked anything yet">
          People give their name and email address. Ask for more only if the evening needs it.
        </Empty>
      )}
      {questions.length > 0 ? (
        <p>
          <a href={`${path}/counts`}>Answers, counted</a>, to print without names
        </p>
      ) : null}
      {questions.length > 0 ? (
        <AnswersUntil day={day} lastResult={answer?.result as SubmissionResult<string[]> | undefined} />
      ) : null}
      {others.length > 0 ? (
        <section className="panel" aria-labelledby="ready">
          <h2 id="ready">Ready questions</h2>
          <p>Pick one, and change its words before you add it.</p>
          <ul className="actions">
            {others.map((name) => (
              <li key={name}>
                <a className="inline-block py-1" href={`${path}/new?ready=${name}`}>
                  {readyLabels[name]}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
