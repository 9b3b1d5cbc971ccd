import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { type AdminDone, Done, seeDone } from "../../admin/done.tsx";
import { Empty } from "../../admin/empty.tsx";
import { isOver } from "../../features/events/event/event.ts";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { changeQuestion, listQuestions, questionActs } from "../../features/questions/question-editing.server.ts";
import { QuestionTable } from "../../features/questions/question-table.tsx";
import { type ReadyName, readyLabels } from "../../features/questions/ready-questions.ts";
import { notFound, seeOther, unprocessable } from "../../platform/request/http.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  return { event, questions: await listQuestions(admin, event.id), isOver: isOver(event, context.now) };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  const here = `/admin/events/${event.id}/questions`;
  const form = await request.formData();
  const act = questionActs.find((each) => each === form.get("intent"));
  const question = (await listQuestions(admin, event.id)).find(({ id }) => id === form.get("question"));
  if (!act) return seeOther(here);
  const outcome = question ? await changeQuestion(admin, question.id, act) : "not-found";
  switch (outcome) {
    case "done":
      return seeDone(here, doneOf[act]);
    case "answered":
      return unprocessable("People have answered this question in the meantime. Close it instead.", 409);
    case "too-many":
      return unprocessable("Ten questions are open already. Close one first.", 409);
    case "not-found":
      return unprocessable("This question was deleted in the meantime.", 409);
  }
}

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
  const { event, questions, isOver } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
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
      {refused ? <Notice bad title={refused} /> : <Done />}
      {event.people_of ? (
        <p className="notice">
          People sign up for this event by one press on their page, so they are not asked these questions.
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
