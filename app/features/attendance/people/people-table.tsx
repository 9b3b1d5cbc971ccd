import { excerptOf } from "../../../admin/excerpt.ts";
import { State } from "../../../admin/state.tsx";
import { When } from "../../../admin/when.tsx";
import { pluralize } from "../../../platform/text/pluralize.ts";
import type { Event } from "../../events/event/event.ts";
import type { EditedQuestion } from "../../questions/question-editing.server.ts";
import { answerIn } from "../../questions/questions.ts";
import type { Person } from "./person.ts";
import { attendsText, marksOf, stateOf } from "./person-words.ts";

interface PeopleTableProps {
  path: string;
  event: Pick<Event, "takes_reservations" | "meets">;
  people: Person[];
  questions: readonly EditedQuestion[];
  total: number;
  confirms: boolean;
  areChecked: boolean;
}

export function PeopleTable({ path, event, people, questions, total, confirms, areChecked }: PeopleTableProps) {
  const asked = questions.filter(({ id, closed_at: closed }) => !closed || people.some(({ answers }) => answers?.[id]));
  const hasNotes = people.some(({ note }) => note);
  const hasPlaces = event.takes_reservations && event.meets === "both";
  return (
    <table className="rows">
      <caption className="hint">
        {pluralize(total, "person", "people")}
        {asked.length > 0
          ? `. Only admins see answers, which may be about health${asked.some(({ for_door }) => for_door) ? "; helpers see those for the door" : ""}.`
          : null}
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Email</th>
          {event.takes_reservations ? (
            <th scope="col" className="number">
              People
            </th>
          ) : null}
          {hasPlaces ? <th scope="col">Takes part</th> : null}
          <th scope="col">State</th>
          <th scope="col">Joined</th>
          {asked.map(({ id, text }) => (
            <th key={id} scope="col">
              {text}
            </th>
          ))}
          {hasNotes ? <th scope="col">Note</th> : null}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id}>
            <th scope="row">
              <label className="check">
                <input
                  type="checkbox"
                  name="person"
                  value={person.id}
                  defaultChecked={areChecked}
                  aria-label={`Check ${person.name}`}
                />
              </label>
              <a href={`${path}/${person.id}`}>
                <bdi>{person.name}</bdi>
              </a>
            </th>
            <td data-label="Email" className="wrap-anywhere">
              {person.email}
            </td>
            {event.takes_reservations ? (
              <td data-label="People" className="number">
                {person.party ?? "–"}
              </td>
            ) : null}
            {hasPlaces ? <td data-label="Takes part">{attendsText(person)}</td> : null}
            <td data-label="State">
              <PersonStates person={person} confirms={confirms} />
            </td>
            <td data-label="Joined">
              <When at={person.created_at} isShort />
            </td>
            {asked.map((question) => (
              <td key={question.id} data-label={question.text} className="answer wrap-anywhere">
                {answerIn(person, question) ?? "–"}
              </td>
            ))}
            {hasNotes ? (
              <td data-label="Note" className="wrap-anywhere">
                {excerptOf(person.note ?? "–")}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function PersonStates({ person, confirms }: { person: Person; confirms: boolean }) {
  const { shape, text } = stateOf(person);
  const marks = marksOf(person, confirms);
  return (
    <>
      <State shape={shape}>{text}</State>
      {marks.length > 0 ? <p className="hint">{marks.join(", ")}</p> : null}
    </>
  );
}
