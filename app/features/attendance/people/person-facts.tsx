import { Fragment } from "react";
import { When } from "../../../admin/when.tsx";
import { pluralize } from "../../../platform/text/pluralize.ts";
import type { Event } from "../../events/event/event.ts";
import { MarkdownText } from "../../markdown/markdown-text.tsx";
import { canRetry, deliveryText } from "../../outbox/delivery.ts";
import type { EditedQuestion } from "../../questions/question-editing.server.ts";
import { answerIn, erasedText } from "../../questions/questions.ts";
import { PersonStates } from "./people-table.tsx";
import { hasReservation, type Person, type WorkshopOfPerson } from "./person.ts";
import { attendsText } from "./person-words.ts";

interface PersonFactsProps {
  event: Pick<Event, "meets">;
  questions: readonly EditedQuestion[];
  person: Person;
  workshops: WorkshopOfPerson[];
  confirms: boolean;
  forwardedTo: string | null;
}

const waysIn: Readonly<Record<string, string>> = {
  "by-hand": "Added by an admin",
  "on-paper": "A list on paper: see the note",
  "came-on-paper": "A list on paper of who came: no email goes to them until they confirm on their page",
};

export function PersonFacts({ event, questions, person, workshops, confirms, forwardedTo }: PersonFactsProps) {
  const { email, moves } = person;
  return (
    <dl className="facts">
      <dt>State</dt>
      <dd>
        <PersonStates person={person} confirms={confirms} />
      </dd>
      {hasReservation(person) ? (
        <>
          {event.meets === "both" ? (
            <>
              <dt>Takes part</dt>
              <dd>{attendsText(person)}</dd>
            </>
          ) : null}
          <dt>People</dt>
          <dd>{pluralize(person.party, "person", "people")}</dd>
        </>
      ) : null}
      {workshops.length > 0 ? (
        <>
          <dt>Workshops</dt>
          <dd>
            {workshops.map(({ id, event: workshop }) => (
              <p key={id}>
                <a href={`/admin/events/${workshop.id}/people/${id}`}>{workshop.title}</a>
              </p>
            ))}
          </dd>
        </>
      ) : null}
      {questions.map((question) => {
        const answer = answerIn(person, question);
        if (!answer && question.closed_at) return null;
        return (
          <Fragment key={question.id}>
            <dt>{question.text}</dt>
            <dd className="wrap-anywhere">
              {answer ?? "No answer"}
              {answer ? (
                <p className="hint">
                  {question.for_door ? "Admins see it, and helpers at check-in." : "Only admins see it."} It is erased{" "}
                  {erasedText(question.keep, "their")}.
                </p>
              ) : null}
            </dd>
          </Fragment>
        );
      })}
      <dt>Email</dt>
      <dd className="wrap-anywhere">
        <a href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}>{email}</a>
        {confirms ? (person.confirmed_at ? ", confirmed" : ", not confirmed") : null}
      </dd>
      <dt>Joined</dt>
      <dd>
        <When at={person.created_at} />
      </dd>
      <dt>Agreed to</dt>
      <dd>
        {waysIn[person.consent_version] ??
          `Consent sentence ${person.consent_version}${person.consent_page ? `, on ${person.consent_page}` : ""}`}
      </dd>
      {person.came_by ? (
        <>
          <dt>Came by</dt>
          <dd>The link “{person.came_by}”</dd>
        </>
      ) : null}
      {person.decided_at ? (
        <>
          <dt>Request decided</dt>
          <dd className="wrap-anywhere">
            <When at={person.decided_at} />
            <MarkdownText text={person.words ?? ""} top={3} />
          </dd>
        </>
      ) : null}
      <dt>Notified</dt>
      <dd>{person.is_unnotified ? "Not yet" : person.notified_at ? <When at={person.notified_at} /> : "–"}</dd>
      {moves ? (
        <>
          <dt>Moved up</dt>
          <dd className="wrap-anywhere">
            {moves.map(({ reason, moved_at }) => (
              <p key={moved_at}>
                <When at={moved_at} />: {reason}
              </p>
            ))}
          </dd>
        </>
      ) : null}
      <dt>Delivery</dt>
      <dd className="wrap-anywhere">
        {deliveryText(person.delivery)}
        {canRetry(person.delivery) ? (
          <form method="post">
            <input type="hidden" name="intent" value="retry" />
            <button className="text-button" type="submit">
              Retry
            </button>
          </form>
        ) : null}
      </dd>
      {forwardedTo ? (
        <>
          <dt>Who else has it</dt>
          <dd className="wrap-anywhere">{forwardedTo} has received name and address.</dd>
        </>
      ) : null}
    </dl>
  );
}
