import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { Done, seeDone } from "../../admin/done.tsx";
import { Empty, NoMatch } from "../../admin/empty.tsx";
import { ExportLinks } from "../../admin/export-links.tsx";
import { ListFilters } from "../../admin/list-filters.tsx";
import { listHref, readListQuery } from "../../admin/list-query.ts";
import { useRights } from "../../admin/own-role.tsx";
import { AddPerson } from "../../features/attendance/people/add-person.tsx";
import { stageBulkAction } from "../../features/attendance/people/bulk-actions.server.ts";
import { BulkForm } from "../../features/attendance/people/bulk-bar.tsx";
import { isVerb, mostAtOnce, verbsFor } from "../../features/attendance/people/bulk-words.ts";
import { personSchema } from "../../features/attendance/people/by-hand.schema.ts";
import { addReservation, sendsMails } from "../../features/attendance/people/by-hand.server.ts";
import { FailedOffers } from "../../features/attendance/people/failed-offers.tsx";
import { listPeople, personSorts, readFigures } from "../../features/attendance/people/people.server.ts";
import { PeopleTable } from "../../features/attendance/people/people-table.tsx";
import {
  nobody,
  type PersonState,
  personStates,
  sortOptions,
  stateOptions,
} from "../../features/attendance/people/person-words.ts";
import { Overfull, Requests, SpotCounts } from "../../features/attendance/people/spot-counts.tsx";
import { GivingByHand } from "../../features/attendance/people/without-sender.tsx";
import { addressChecked } from "../../features/campaigns/campaigns.server.ts";
import { publicPathOf } from "../../features/events/event/event.ts";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { EventPlace } from "../../features/events/form/event-place.tsx";
import { joiningOf, situationOf } from "../../features/events/form/waitlist-words.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { AskThem } from "../../features/questions/counts.tsx";
import { listQuestions } from "../../features/questions/question-editing.server.ts";
import { notFound, seeOther, unprocessable } from "../../platform/request/http.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Notice } from "../../ui/form-messages.tsx";
import { Pages } from "../../ui/pages.tsx";

const queryOf = (request: Request) => readListQuery(request, { sorts: personSorts, filters: { state: personStates } });

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  const query = queryOf(request);
  const [figures, list, questions] = await Promise.all([
    readFigures(admin, event.id),
    listPeople(admin, event.id, query),
    listQuestions(admin, event.id),
  ]);
  const shown = { event, questions, query, figures, list, now: context.now.toISOString() };
  const areChecked = new URL(request.url).searchParams.get("check") === "page";
  return { ...shown, areChecked, hasSender: sendsMails(context) };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  const here = `/admin/events/${event.id}/people`;
  const form = await request.formData();
  const intent = form.get("intent");
  if (isVerb(intent) || intent === "email") {
    const everyone = { ...queryOf(request), page: 1 };
    const chosen = form.has("all")
      ? (await listPeople(admin, event.id, everyone, mostAtOnce)).rows.map(({ id }) => id)
      : form.getAll("person").map(String);
    const asked = await (intent === "email"
      ? addressChecked(admin, event.id, chosen)
      : stageBulkAction(admin, event.id, intent, chosen));
    return asked ? seeOther(asked) : unprocessable({ result: undefined, isNobodyChecked: true });
  }
  if (intent !== "add" || !event.takes_reservations) return seeOther(here);
  const refuse = (result: SubmissionResult<string[]>) => unprocessable({ result, isNobodyChecked: false });
  const submission = parseWithZod(form, { schema: personSchema });
  if (submission.status !== "success") return refuse(submission.reply());
  const outcome = await addReservation(context, admin, event.id, submission.value);
  switch (outcome) {
    case "already-joined": {
      const fieldErrors = { email: ["This address is already on the list"] };
      return refuse(submission.reply({ fieldErrors }));
    }
    case "not-found":
      throw notFound();
    default:
      return seeDone(here, `added-${outcome}`);
  }
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `People: ${args.data?.event.title ?? ""}`);

export default function EventPeople() {
  const { event, questions, query, figures, list, areChecked, hasSender, now } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const mayExport = useRights().mayOpen("/admin/events/:id/people.csv");
  const path = `/admin/events/${event.id}/people`;
  const { counts, places, sign_up } = figures;
  const asking = counts.asked + counts.asked_unconfirmed;
  const openQuestions = questions.filter(({ closed_at }) => !closed_at).length;
  const isNarrowed = query.search !== "" || query.filters.state !== "";
  return (
    <>
      <EventPlace event={event} part="people" now={now}>
        <span>
          {counts.unnotified} not yet notified, {counts.notified} notified
        </span>
        {counts.spam > 0 ? (
          <span>
            Kept separately: <a href={`${path}?state=spam`}>{counts.spam} suspected spam</a>
            {mayExport ? (
              <>
                {" "}
                (<a href={`${path}.csv?state=spam`}>as CSV</a>)
              </>
            ) : null}
          </span>
        ) : null}
        <a href={`/admin/events/${event.id}/questions`}>
          {openQuestions > 0 ? pluralize(openQuestions, "question") : "Questions to ask"}
        </a>
        {questions.length > 0 ? <a href={`/admin/events/${event.id}/questions/counts`}>Answers, counted</a> : null}
        {event.takes_reservations ? <a href={`/admin/imports?of=guests&event=${event.id}`}>People on paper</a> : null}
        {mayExport ? <ExportLinks path={path} what="everyone" /> : null}
      </EventPlace>
      {answer ? null : <Done />}
      {answer?.isNobodyChecked ? <Notice bad title="Nobody is checked. Check the people you mean first." /> : null}
      <SpotCounts places={places} attendance={figures.attendance} />
      <Overfull event={event} />
      <Requests path={path} asked={counts.asked} unconfirmed={hasSender ? counts.asked_unconfirmed : 0} />
      {counts.moved_up > 0 ? (
        <p className="hint">
          Admins have moved people to the front of this waitlist {pluralize(counts.moved_up, "time")}. Everyone who
          waits sees this number.
        </p>
      ) : null}
      <FailedOffers path={path} offers={figures.troubles} />
      {hasSender || places.length === 0 ? null : <GivingByHand path={path} next={figures.next} places={places} />}
      <ListFilters
        query={query}
        searches="names, email addresses and notes"
        sorts={sortOptions(event)}
        filters={[{ name: "state", label: "Show", options: stateOptions(event, questions, asking) }]}
      />
      {query.filters.state === "unanswered" && hasSender && list.total > 0 ? <AskThem event={event.id} /> : null}
      {list.rows.length > 0 ? (
        <BulkForm
          path={path}
          query={query}
          list={list}
          areChecked={areChecked}
          verbs={verbsFor(event, query.filters.state as PersonState, hasSender)}
        >
          <PeopleTable
            path={path}
            event={event}
            questions={questions}
            people={list.rows}
            total={list.total}
            confirms={hasSender}
            areChecked={areChecked}
          />
        </BulkForm>
      ) : isNarrowed ? (
        <NoMatch action={{ to: path, label: "Show everyone" }}>
          {(query.search ? undefined : nobody[query.filters.state ?? ""]) ?? "Nobody matches."}
        </NoMatch>
      ) : (
        <Nobody />
      )}
      <Pages label="Pages of people" page={list.page} pages={list.pages} href={(page) => listHref(path, query, page)} />
      {event.takes_reservations && sign_up ? (
        <AddPerson meets={event.meets} signUp={sign_up} hasSender={hasSender} lastResult={answer?.result} />
      ) : null}
    </>
  );
}

function Nobody() {
  const { event, now } = useLoaderData<typeof loader>();
  const listed = { event, is_published: event.is_published };
  return (
    <Empty
      title="Nobody has signed up yet"
      action={event.is_published ? { to: publicPathOf(event), label: "See the event’s page" } : undefined}
    >
      {[situationOf(listed, new Date(now)), joiningOf(listed, new Date(now))].filter(Boolean).join(" ")}
    </Empty>
  );
}
