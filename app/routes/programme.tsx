import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pathOf, programmePath } from "../features/events/event/event.ts";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import { agendaPath, canChoose, chosenIn, knownOf, queryOf } from "../features/programme/agenda.ts";
import { Changes } from "../features/programme/changes.tsx";
import { NowAndNext } from "../features/programme/now-and-next.tsx";
import { readProgramme } from "../features/programme/programme.server.ts";
import { daysOf, isTimed, speakersPath } from "../features/programme/programme.ts";
import { DaySection, UndatedTalks } from "../features/programme/programme-days.tsx";
import { programmeStructure } from "../features/programme/programme-structure.ts";
import { hasSchedule } from "../features/programme/schedule.ts";
import { nextChange } from "../features/programme/talks-now.ts";
import { copyAge } from "../platform/database/last-good.ts";
import { notFound } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { longWeekday, siteIsoDay, zoneInWords } from "../platform/text/site-time.ts";
import { slug } from "../platform/text/text.ts";
import { Button } from "../ui/button.tsx";
import { CopyNotice } from "../ui/copy-notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Tabs } from "../ui/tabs.tsx";

export const handle: RouteHandle = { section: "/events", cache: { choice: "day", alone: ["t"] } };

const allDays = "all";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const key = params.key ?? "";
  if (!slug.test(key)) throw notFound();
  const programme = await readProgramme(context, key);
  if (!programme) throw notFound();
  const days = daysOf(programme.talks).map(({ day }) => day);
  const { now, page } = context;
  page.until = Math.min(page.until, nextChange(programme, now));
  page.variants = { values: [...days, allDays], pages: 1 };
  const { searchParams } = new URL(request.url);
  const choice = knownOf(chosenIn(searchParams), programme);
  const asked = searchParams.get("day") ?? "";
  const today = siteIsoDay(now);
  const first = days.includes(today) ? today : (days[0] ?? allDays);
  const shown = asked === allDays || days.includes(asked) ? asked : first;
  return { programme, shown, choice, now: now.toISOString(), copy: copyAge(context) };
}

export const meta: MetaFunction<typeof loader> = (args) => {
  if (!args.data) return [{ title: "Temporarily unavailable" }];
  const { programme, shown } = args.data;
  const { event } = programme;
  const path = programmePath(event);
  const trail = [
    { name: "Events", path: "/events" },
    { name: event.title, path: pathOf(event) },
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
  const { programme, shown, choice, now, copy } = useLoaderData<typeof loader>();
  const { event, talks } = programme;
  const days = daysOf(talks);
  const path = programmePath(event);
  const chooses = canChoose(programme, new Date(now));
  const shownTalks = days.filter(({ day }) => shown === allDays || day === shown).flatMap((day) => day.talks);
  // Keeps the talks chosen on other days.
  const elsewhere = choice.filter(
    (number) => ![...shownTalks, ...talks.filter((talk) => !isTimed(talk))].some((talk) => talk.number === number),
  );
  const more = queryOf(choice).replace("?", "&");
  return (
    <main id="main">
      <PageHeader
        title="Program"
        lead={`All times are in ${zoneInWords}.`}
        stars="cluster"
        kicker={<a href={pathOf(event)}>{event.title}</a>}
      />
      <div className="wrap section">
        <CopyNotice copy={copy} what="This is the program as it was at" />
        {programme.speakers.length > 0 ? (
          <p className="mb-6 no-print">
            <a href={speakersPath(event)}>Speakers</a>
          </p>
        ) : null}
        {event.status === "scheduled" ? null : (
          <p className="mb-6">
            <strong>{event.status === "cancelled" ? "This event is canceled." : "This event is postponed."}</strong>
          </p>
        )}
        <NowAndNext programme={programme} now={new Date(now)} />
        <Changes programme={programme} />
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
              <DaySection key={day.day} programme={programme} day={day} choice={chooses ? choice : undefined} />
            ))}
          {talks.length === 0 ? <p>The talks will be here once they are announced.</p> : null}
          <UndatedTalks programme={programme} choice={chooses ? choice : undefined} />
          {elsewhere.length > 0 ? <input type="hidden" name="t" value={elsewhere.join(".")} /> : null}
          {chooses && talks.length > 0 ? (
            <div className="actions no-print">
              <Button>Show my agenda</Button>
              <p className="hint">Check the talks that you want to see. Nothing is stored.</p>
            </div>
          ) : null}
        </form>
        {hasSchedule(programme) ? (
          <p className="hint mt-6 no-print">
            For apps such as Giggity and EventFahrplan: <a href={`/events/${event.key}/schedule.xml`}>schedule.xml</a>,{" "}
            <a href={`/events/${event.key}/schedule.json`}>schedule.json</a>
          </p>
        ) : null}
      </div>
    </main>
  );
}

/** Such as Friday, September 18 */
const shortDay = (day: string) => longWeekday(day).replace(/, \d{4}$/, "");
