import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Empty, NoMatch } from "../../admin/empty.tsx";
import { listHref, readListQuery } from "../../admin/list-query.ts";
import { readTotals, type Totals } from "../../features/analytics/analytics.server.ts";
import { AttendanceTable } from "../../features/analytics/attendance-table.tsx";
import { BarChart, type Unit } from "../../features/analytics/bar-chart.tsx";
import { type Kind, perWeek, totalsOf } from "../../features/analytics/bars.ts";
import { RankedBars } from "../../features/analytics/ranked-bars.tsx";
import { StillComingTable } from "../../features/analytics/still-coming-table.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { numberText } from "../../platform/text/number-text.ts";
import { longDay, zoneInWords } from "../../platform/text/site-time.ts";
import { spaced } from "../../ui/spaced.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const query = readListQuery(request, {
    sorts: [],
    filters: { days: ranges.map(({ value }) => value), per: units.map(({ value }) => value) },
  });
  const days = query.filters.days === "all" ? null : Number(query.filters.days);
  const totals = await readTotals(admin, days);
  const isFirstDay = isNone(totals) && (days === null || isNone(await readTotals(admin, null)));
  return { query, totals, isFirstDay };
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Analytics");

const isNone = ({ days, attendance, still_coming }: Totals) =>
  attendance.length + still_coming.length === 0 && Object.values(totalsOf(days)).every((sum) => sum === 0);

const ranges = [
  { value: "30", label: "30 days" },
  { value: "7", label: "7 days" },
  { value: "90", label: "90 days" },
  { value: "all", label: "All" },
];
const inOrder = [...ranges].sort((one, other) => (Number(one.value) || 9999) - (Number(other.value) || 9999));

const units = [
  { value: "day", label: "Per day" },
  { value: "week", label: "Per week" },
];

const kinds: { kind: Kind; title: string }[] = [
  { kind: "likes", title: "Likes" },
  { kind: "waitlist", title: "Waitlist entries" },
  { kind: "subscriptions", title: "Subscriptions" },
  { kind: "messages", title: "Messages" },
];

export default function Analytics() {
  const { totals, query } = useLoaderData<typeof loader>();
  const unit = query.filters.per as Unit;
  const sums = totalsOf(totals.days);
  const periods = unit === "week" ? perWeek(totals.days) : totals.days;
  return (
    <>
      <AdminHeader
        title="Analytics"
        note={`From the site’s own records, which do not track visitors. Days are those in ${zoneInWords}, and suspected spam is not counted.`}
      />
      <div className="choices">
        <Choices label="Range" name="days" options={inOrder} />
        <Choices label="Interval" name="per" options={units} />
      </div>
      {isNone(totals) ? (
        <Nothing />
      ) : (
        <>
          <p className="span">
            {longDay(totals.since ?? totals.until)} to {longDay(totals.until)}
          </p>
          <dl className="figures">
            {kinds.map(({ kind, title }) => (
              <div key={kind}>
                <dt>{title}</dt>
                <dd>{numberText(sums[kind])}</dd>
              </div>
            ))}
          </dl>
          <div className="charts">
            {kinds.map((each) => (
              <BarChart key={each.kind} {...each} unit={unit} periods={periods} />
            ))}
          </div>
          <AttendanceTable events={totals.attendance} />
          <StillComingTable events={totals.still_coming} />
          <TopResources top={totals.top} />
        </>
      )}
    </>
  );
}

function Choices({ label, name, options }: { label: string; name: string; options: typeof ranges }) {
  const { query } = useLoaderData<typeof loader>();
  return (
    <nav aria-label={label}>
      {spaced(
        options.map(({ value, label: words }) => (
          <a
            key={value}
            href={listHref("/admin/analytics", { ...query, filters: { ...query.filters, [name]: value } }, 1)}
            aria-current={query.filters[name] === value ? "true" : undefined}
          >
            {words}
          </a>
        )),
      )}
    </nav>
  );
}

function Nothing() {
  const { isFirstDay } = useLoaderData<typeof loader>();
  return isFirstDay ? (
    <Empty title="Nothing has happened yet" action={{ to: "/admin/events/new", label: "Announce an event" }}>
      Once visitors like a resource, join a waitlist, subscribe or write, four charts and the most liked resources
      appear here.
    </Empty>
  ) : (
    <NoMatch action={{ to: "/admin/analytics?days=all", label: "Show all days" }}>
      Nothing happened in this period.
    </NoMatch>
  );
}

function TopResources({ top }: { top: Totals["top"] }) {
  const ranks = top.map(({ id, title, likes }) => ({ name: title, value: likes, to: `/admin/resources/${id}` }));
  return (
    <section className="panel" aria-labelledby="top">
      <h2 id="top">Most liked resources</h2>
      {top.length === 0 ? (
        <p className="hint">No likes of this period are left.</p>
      ) : (
        <RankedBars
          caption="By likes from this period that have not been taken back"
          rows={ranks}
          names="Resource"
          numbers="Likes"
        />
      )}
    </section>
  );
}
