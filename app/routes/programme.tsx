import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import { agendaPath, chosenIn, knownOf, queryOf } from "../features/programme/agenda.ts";
import { readProgramme } from "../features/programme/programme.server.ts";
import { type Day, dayName, daysOf, isTimed, programmePath } from "../features/programme/programme.ts";
import { programmeStructure } from "../features/programme/programme-structure.ts";
import { dayId, ProgrammeTable } from "../features/programme/programme-table.tsx";
import { TalkSummary } from "../features/programme/talk-summary.tsx";
import { copyAge } from "../platform/database/last-good.ts";
import { notFound } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { honoluluIsoDay } from "../platform/text/honolulu.ts";
import { slug } from "../platform/text/text.ts";
import { Button } from "../ui/button.tsx";
import { CopyNotice } from "../ui/copy-notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Tabs } from "../ui/tabs.tsx";

export const handle: RouteHandle = { section: "/events", cache: { choice: "day", alone: ["t"] } };

/** The value of `?day=` that shows, and prints, all of them. */
const allDays = "all";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const key = params.key ?? "";
  if (!slug.test(key)) throw notFound();
  const programme = await readProgramme(context, key);
  if (!programme) throw notFound();
  const days = daysOf(programme.talks).map(({ day }) => day);
  context.page.variants = { values: [...days, allDays], pages: 1 };
  const { searchParams } = new URL(request.url);
  const choice = knownOf(chosenIn(searchParams), programme);
  const asked = searchParams.get("day") ?? "";
  const today = honoluluIsoDay(context.now);
  const first = days.includes(today) ? today : (days[0] ?? allDays);
  const shown = asked === allDays || days.includes(asked) ? asked : first;
  return { programme, shown, choice, copy: copyAge(context) };
}

export const meta: MetaFunction<typeof loader> = (args) => {
  if (!args.data) return [{ title: "Temporarily unavailable" }];
  const { programme, shown } = args.data;
  const { event } = programme;
  const path = programmePath(event);
  const trail = [
    { name: "Events", path: "/events" },
    { name: event.title, path: `/events/${event.key}` },
    { name: "Program", path },
  ];
  const talks = daysOf(programme.talks).flatMap(({ day, talks }) => (shown === allDays || day === shown ? talks : []));
  return pageMeta(args, {
    title: `Program of ${event.title}`,
    description: `Talks, workshops and breaks of ${event.title}, by day, time and room.`,
    path,
    structured: [programmeStructure(programme, talks, originOf(args)), breadcrumbs(originOf(args), trail)],
  });
};

export default function ProgrammeRoute() {
  const { programme, shown, choice, copy } = useLoaderData<typeof loader>();
  const { event, talks } = programme;
  const days = daysOf(talks);
  const path = programmePath(event);
  const shownTalks = days.filter(({ day }) => shown === allDays || day === shown).flatMap((day) => day.talks);
  // What is checked on another day goes along.
  const elsewhere = choice.filter(
    (number) => ![...shownTalks, ...talks.filter((talk) => !isTimed(talk))].some((talk) => talk.number === number),
  );
  const more = queryOf(choice).replace("?", "&");
  const undated = talks.filter((talk) => !isTimed(talk));
  return (
    <main id="main">
      <PageHeader
        title="Program"
        lead="All times are in Honolulu (HST)."
        stars="cluster"
        kicker={<a href={`/events/${event.key}`}>{event.title}</a>}
      />
      <div className="wrap section">
        <CopyNotice copy={copy} what="This is the program as it was at" />
        {event.status === "scheduled" ? null : (
          <p className="mb-6">
            <strong>{event.status === "cancelled" ? "This event is canceled." : "This event is postponed."}</strong>
          </p>
        )}
        {days.length > 1 ? (
          <Tabs
            label="Days"
            current={shown}
            tabs={[
              ...days.map(({ day }) => ({ key: day, label: shortDay(day), href: `${path}?day=${day}${more}` })),
              { key: allDays, label: "All days", href: `${path}?day=${allDays}${more}` },
            ]}
          />
        ) : null}
        <form action={agendaPath(event)} className="choosing">
          {days
            .filter(({ day }) => shown === allDays || day === shown)
            .map((day) => (
              <DaySection key={day.day} programme={programme} day={day} choice={choice} />
            ))}
          {talks.length === 0 ? <p>The talks will be here once they are announced.</p> : null}
          {undated.length > 0 ? (
            <section aria-labelledby="undated" className="mt-14">
              <h2 id="undated">Time to be announced</h2>
              <ul className="talk-list">
                {undated.map((talk) => (
                  <li key={talk.number}>
                    <TalkSummary programme={programme} talk={talk} choice={choice} />
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
          {elsewhere.length > 0 ? <input type="hidden" name="t" value={elsewhere.join(".")} /> : null}
          {talks.length > 0 ? (
            <div className="actions no-print">
              <Button>Show my agenda</Button>
              <p className="hint">Check the talks that you want to see. Nothing is stored.</p>
            </div>
          ) : null}
        </form>
      </div>
    </main>
  );
}

function DaySection({
  programme,
  day,
  choice,
}: {
  choice: number[];
  programme: ReturnType<typeof useLoaderData<typeof loader>>["programme"];
  day: Day;
}) {
  return (
    <section aria-labelledby={dayId(day)} className="programme-section">
      <h2 id={dayId(day)}>{dayName(day.day)}</h2>
      <ProgrammeTable programme={programme} day={day} choice={choice} />
    </section>
  );
}

/** Friday, September 18 */
const shortDay = (day: string) => dayName(day).replace(/, \d{4}$/, "");
