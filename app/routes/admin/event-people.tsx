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
import { personSchema } from "../../features/attendance/people/by-hand.schema.ts";
import { addReservation, sendsMails } from "../../features/attendance/people/by-hand.server.ts";
import { FailedOffers } from "../../features/attendance/people/failed-offers.tsx";
import { listPeople, personSorts, readFigures } from "../../features/attendance/people/people.server.ts";
import { PeopleTable } from "../../features/attendance/people/people-table.tsx";
import { personStates, sortOptions, stateOptions } from "../../features/attendance/people/person-words.ts";
import { Overfull, SpotCounts } from "../../features/attendance/people/spot-counts.tsx";
import { GivingByHand } from "../../features/attendance/people/without-sender.tsx";
import { pathOf } from "../../features/events/event/event.ts";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { EventPlace } from "../../features/events/form/event-place.tsx";
import { joiningOf, nobodyWaits, situationOf } from "../../features/events/form/waitlist-words.ts";
import { pageMeta } from "../../features/metadata/metadata.ts";
import { listQuestions } from "../../features/questions/question-editing.server.ts";
import { notFound, seeOther, unprocessable } from "../../platform/request/http.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Pages } from "../../ui/pages.tsx";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  const query = readListQuery(request, { sorts: personSorts, filters: { state: personStates } });
  const [figures, list, questions] = await Promise.all([
    readFigures(admin, event.id),
    listPeople(admin, event.id, query),
    listQuestions(admin, event.id),
  ]);
  return { event, questions, query, figures, list, hasSender: sendsMails(context), now: context.now.toISOString() };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  const here = `/admin/events/${event.id}/people`;
  const form = await request.formData();
  if (form.get("intent") !== "add" || !event.takes_reservations) return seeOther(here);
  const submission = parseWithZod(form, { schema: personSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const outcome = await addReservation(context, admin, event.id, submission.value);
  switch (outcome) {
    case "already-joined": {
      const fieldErrors = { email: ["This address is already on the list"] };
      return unprocessable(submission.reply({ fieldErrors }));
    }
    case "not-found":
      throw notFound();
    default:
      return seeDone(here, `added-${outcome}`);
  }
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: `People: ${args.data?.event.title ?? ""}`,
    description: "Everyone who signed up for an event.",
    path: "/admin/events",
    indexed: false,
  });

const nobody: Record<string, string> = {
  told: "Nobody has been notified yet.",
  unnotified: nobodyWaits,
  spam: "There is no suspected spam.",
  failing: "No deliveries are failing.",
};

export default function EventPeople() {
  const { event, questions, query, figures, list, hasSender, now } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const mayExport = useRights().mayOpen("/admin/events/:id/people.csv");
  const path = `/admin/events/${event.id}/people`;
  const { counts, places, sign_up } = figures;
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
        {mayExport ? <ExportLinks path={path} /> : null}
      </EventPlace>
      {lastResult ? null : <Done />}
      <SpotCounts places={places} attendance={figures.attendance} />
      <Overfull event={event} />
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
        filters={[{ name: "state", label: "Show", options: stateOptions(event) }]}
      />
      {list.rows.length > 0 ? (
        <PeopleTable
          path={path}
          event={event}
          questions={questions}
          people={list.rows}
          total={list.total}
          confirms={hasSender}
        />
      ) : isNarrowed ? (
        <NoMatch action={{ to: path, label: "Show everyone" }}>
          {(query.search ? undefined : nobody[query.filters.state ?? ""]) ?? "Nobody matches."}
        </NoMatch>
      ) : (
        <Nobody />
      )}
      <Pages label="Pages of people" page={list.page} pages={list.pages} href={(page) => listHref(path, query, page)} />
      {event.takes_reservations && sign_up ? (
        <AddPerson meets={event.meets} signUp={sign_up} hasSender={hasSender} lastResult={lastResult} />
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
      action={event.is_published ? { to: pathOf(event), label: "See the event’s page" } : undefined}
    >
      {[situationOf(listed, new Date(now)), joiningOf(listed, new Date(now))].filter(Boolean).join(" ")}
    </Empty>
  );
}
