import { longWeekday } from "../../platform/text/site-time.ts";
import { QrCode, type QrDrawing } from "../../ui/qr-code.tsx";
import { agendaFeedPath, changePath, clashesIn, mostChosen, talksOf } from "./agenda.ts";
import { daysOf, type Programme, type Talk, toBeAnnounced } from "./programme.ts";
import { TalkList, UndatedTalks } from "./programme-days.tsx";

interface AgendaViewProps {
  programme: Programme;
  chosen: number[];
  /** whether the choice can still be changed */
  chooses: boolean;
  origin: string;
  drawing: QrDrawing;
}

export function AgendaView({ programme, chosen, chooses, origin, drawing }: AgendaViewProps) {
  const { event } = programme;
  const talks = talksOf(programme, chosen);
  const gone = programme.gone.filter(({ number }) => chosen.includes(number));
  const feed = agendaFeedPath(event, chosen);
  return (
    <>
      <Clashes talks={talks} />
      {gone.length > 0 ? (
        <p className="mb-6">
          <strong>No longer in the program:</strong> {gone.map(({ title }) => title).join(", ")}
        </p>
      ) : null}
      {daysOf(talks).map(({ day, talks: ofDay }) => (
        <section key={day} aria-labelledby={`day-${day}`} className="programme-section">
          <h2 id={`day-${day}`}>{longWeekday(day)}</h2>
          <TalkList programme={programme} talks={ofDay} />
        </section>
      ))}
      <UndatedTalks programme={{ ...programme, talks }} />
      <div className="no-print">
        <h2 className="mt-14">Keep it</h2>
        <p className="mt-4">
          Your choice is in the link of this page: bookmark it, or scan the code with your phone.
          {chosen.length === mostChosen ? ` An agenda holds at most ${mostChosen} talks.` : null}
        </p>
        <p className="mt-4 flex flex-wrap gap-5">
          {chooses ? <a href={changePath(event, chosen)}>Change my agenda</a> : null}{" "}
          <a href={`${origin.replace(/^https?/, "webcal")}${feed}`}>Subscribe in your calendar app</a>{" "}
          <a href={feed}>Calendar file (.ics)</a>
        </p>
        {chooses ? <p className="mt-4">A calendar that subscribes shows when a talk moves or is canceled.</p> : null}
        <div className="mt-8">
          <QrCode drawing={drawing} label="QR code with the link to this agenda" />
        </div>
      </div>
    </>
  );
}

const titleOf = ({ title = toBeAnnounced }: Talk) => `“${title}”`;

function Clashes({ talks }: { talks: Talk[] }) {
  const clashes = clashesIn(talks);
  if (clashes.length === 0) return null;
  return (
    <div className="notice past" role="status">
      <strong>At the same time</strong>
      <ul>
        {clashes.map(([one, other]) => (
          <li key={`${one.number}-${other.number}`}>
            {titleOf(one)} and {titleOf(other)}
          </li>
        ))}
      </ul>
    </div>
  );
}
