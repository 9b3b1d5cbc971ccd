import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Empty } from "../../admin/empty.tsx";
import { When } from "../../admin/when.tsx";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { countAnswers } from "../../features/questions/counts.server.ts";
import { Counts } from "../../features/questions/counts.tsx";
import { listQuestions } from "../../features/questions/question-editing.server.ts";
import { notFound } from "../../platform/request/http.ts";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  const [questions, counts] = await Promise.all([listQuestions(admin, event.id), countAnswers(admin, event.id)]);
  return { event, questions, counts, now: context.now.toISOString() };
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `Answers, counted: ${args.data?.event.title ?? ""}`);

export default function QuestionCountsPage() {
  const { event, questions, counts, now } = useLoaderData<typeof loader>();
  const people = `/admin/events/${event.id}/people`;
  const shown = questions.flatMap((question) => {
    const found = counts.find(({ question_id: id }) => id === question.id);
    return found && (!question.closed_at || found.answered > 0) ? [{ question, counts: found }] : [];
  });
  const requires = questions.some(({ is_required: isRequired, closed_at: closed }) => isRequired && !closed);
  return (
    <>
      <AdminHeader
        title="Answers, counted"
        back={{ to: `/admin/events/${event.id}/questions`, label: `Questions: ${event.title}` }}
        note="To print, without names. Texts are only counted."
      />
      <p>
        As of <When at={now} />.{" "}
        {event.takes_reservations
          ? "Counted are sign-ups with a spot; each answers once for all the people it is for."
          : "Counted is everyone on the waitlist."}
      </p>
      {requires ? (
        <p className="no-print">
          <a href={`${people}?state=unanswered`}>Who has not answered a required question</a>
        </p>
      ) : null}
      {shown.length > 0 ? (
        shown.map(({ question, counts: found }) => (
          <section key={question.id} className="panel" aria-label={question.text}>
            <Counts question={question} counts={found} />
          </section>
        ))
      ) : (
        <Empty title="Nothing to count yet">Add a question first; answers are counted here as people give them.</Empty>
      )}
    </>
  );
}
