import type { SubmissionResult } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict } from "../../admin/conflict.tsx";
import { Done } from "../../admin/done.tsx";
import { differencesOf } from "../../admin/fields.ts";
import { NoteForm } from "../../admin/note-form.tsx";
import { answerPerson } from "../../features/attendance/people/answer-person.server.ts";
import { sendsMails } from "../../features/attendance/people/by-hand.server.ts";
import { CorrectPerson } from "../../features/attendance/people/correct-person.tsx";
import { SettleOffer } from "../../features/attendance/people/failed-offers.tsx";
import { MoveUp } from "../../features/attendance/people/move-up.tsx";
import { PartyForm } from "../../features/attendance/people/party-form.tsx";
import { findPerson, listWorkshopsOf, readFigures } from "../../features/attendance/people/people.server.ts";
import { hasReservation } from "../../features/attendance/people/person.ts";
import { CancelSignUp, PersonActions, Suspicion } from "../../features/attendance/people/person-actions.tsx";
import { PersonFacts } from "../../features/attendance/people/person-facts.tsx";
import { RemovePerson } from "../../features/attendance/people/remove-person.tsx";
import { endpointHost } from "../../features/attendance/sign-up/waitlist.server.ts";
import { listEmailsTo } from "../../features/campaigns/campaigns.server.ts";
import { EmailsTo } from "../../features/campaigns/emails-to.tsx";
import { findCredentialOf } from "../../features/credentials/credentials.server.ts";
import { TakeBack } from "../../features/credentials/take-back.tsx";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { listQuestions } from "../../features/questions/question-editing.server.ts";
import { notFound } from "../../platform/request/http.ts";
import { Notice } from "../../ui/form-messages.tsx";

async function find(admin: Admin, params: { id?: string; person?: string }) {
  const event = await findEditedEvent(admin, params.id ?? "");
  const person = event && (await findPerson(admin, event.id, params.person));
  if (!person) throw notFound();
  return { event, person };
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const { event, person } = await find(admin, params);
  const [issued, figures, workshops, questions, emails] = await Promise.all([
    person.checked_in_at ? findCredentialOf(admin, person.id) : null,
    event.takes_reservations ? readFigures(admin, event.id) : null,
    listWorkshopsOf(admin, person.id),
    listQuestions(admin, event.id),
    listEmailsTo(admin, person.id),
  ]);
  const hasSender = sendsMails(context);
  return {
    event,
    person,
    workshops,
    questions,
    issued,
    emails,
    hasSender,
    isNext: !hasSender && figures?.next?.id === person.id,
    // Without a sender, the email of an earlier offer will never be sent.
    isUnsettled:
      person.state === "offered" &&
      person.offer_ends_at === null &&
      (!hasSender || figures?.troubles.some(({ id }) => id === person.id)),
    forwardedTo: person.delivery?.delivered_at ? endpointHost(context.env) : null,
    confirming: new URL(request.url).searchParams.get("confirm"),
  };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const { event, person } = await find(admin, params);
  return answerPerson(context, admin, event.id, person, await request.formData());
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, args.data?.person.name ?? "Person");

export default function PersonPage() {
  const {
    event,
    person,
    workshops,
    questions,
    issued,
    emails,
    hasSender,
    isNext,
    isUnsettled,
    forwardedTo,
    confirming,
  } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const list = `/admin/events/${event.id}/people`;
  const here = `${list}/${person.id}`;
  const resultOf = (form: string) =>
    answer?.form === form ? (answer.result as SubmissionResult<string[]> | undefined) : undefined;
  return (
    <>
      <AdminHeader title={<bdi>{person.name}</bdi>} back={{ to: list, label: `People: ${event.title}` }} />
      {answer ? null : <Done />}
      {answer?.conflict ? <Conflict differences={differencesOf({ note: "Note" }, person, answer.conflict)} /> : null}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      <div className="with-side even">
        <div className="stacked">
          <section className="panel" aria-label="The person">
            <PersonFacts
              event={event}
              questions={questions}
              person={person}
              workshops={workshops}
              confirms={hasSender}
              forwardedTo={forwardedTo}
            />
            <PersonActions person={person} isNext={isNext} />
            {isUnsettled ? <SettleOffer path={list} person={person} /> : null}
          </section>
          <EmailsTo emails={emails} />
          {person.suspected_spam ? <Suspicion /> : null}
          {hasReservation(person) && !person.checked_in_at && person.state !== "past" ? (
            <PartyForm party={person.party} hasSender={hasSender} lastResult={resultOf("party")} />
          ) : null}
        </div>
        <div className="stacked">
          <div className="panel">
            <NoteForm
              note={person.note}
              version={person.updated_at}
              hint="Only admins can read it."
              lastResult={resultOf("note")}
            />
          </div>
          <CorrectPerson
            person={person}
            forwardedTo={forwardedTo}
            sendsMail={hasSender}
            lastResult={resultOf("correct")}
          />
          {person.position !== null && person.position !== 1 ? <MoveUp lastResult={resultOf("move-up")} /> : null}
        </div>
      </div>
      <CancelSignUp person={person} workshops={workshops} />
      <TakeBack issued={issued} here={here} confirming={confirming === "take-back"} />
      <RemovePerson
        person={person}
        workshops={workshops}
        here={here}
        forwardedTo={forwardedTo}
        confirming={confirming === "remove"}
      />
    </>
  );
}
