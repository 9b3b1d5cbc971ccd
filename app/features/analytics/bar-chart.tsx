import { numberText } from "../../platform/text/number-text.ts";
import { longDay } from "../../platform/text/site-time.ts";
import { type Bar, barsOf, type Kind, type Period, pathOf, scaleFor } from "./bars.ts";

export type Unit = "day" | "week";

interface BarChartProps {
  kind: Kind;
  title: string;
  unit: Unit;
  periods: readonly Period[];
}

const size = { width: 400, height: 184 };
const box = { x: 44, y: 20, width: 348, height: 128 };

export function BarChart({ kind, title, unit, periods }: BarChartProps) {
  const values = periods.map((period) => period[kind]);
  const total = values.reduce((sum, value) => sum + value, 0);
  return (
    <section className="panel" aria-labelledby={kind}>
      <h2 id={kind}>{title}</h2>
      <p className="hint">
        {total === 0
          ? "None in this period"
          : `${numberText(total)} in total, at most ${numberText(Math.max(0, ...values))} in a ${unit}`}
      </p>
      <Drawing kind={kind} title={`${title} per ${unit}`} unit={unit} periods={periods} />
      <details>
        <summary>
          {title} per {unit}, as a table
        </summary>
        {total > 0 ? (
          <NumbersTable kind={kind} title={title} unit={unit} periods={periods} />
        ) : (
          <p className="hint">There were none.</p>
        )}
      </details>
    </section>
  );
}

function Drawing({ kind, title, unit, periods }: BarChartProps) {
  const values = periods.map((period) => period[kind]);
  const { top, ticks } = scaleFor(Math.max(0, ...values));
  const height = (value: number) => box.y + box.height - (value / top) * box.height;
  const bars = barsOf(values, top, box);
  const peak = bars[values.indexOf(Math.max(...values))];
  const [first, last] = [periods[0]?.day ?? "", periods.at(-1)?.day ?? ""];
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-labelledby={`${kind}-title`}
      aria-describedby={`${kind}-desc`}
    >
      <title id={`${kind}-title`}>{title}</title>
      <desc id={`${kind}-desc`}>
        {`${periods.length} bars, one for each ${unit}, from ${longDay(first)} to ${longDay(last)}. The numbers are in the table below.`}
      </desc>
      {ticks.map((tick) => (
        <g key={tick}>
          <path className="grid-line" d={`M${box.x} ${height(tick)}h${box.width}`} />
          <text x={box.x - 8} y={height(tick) + 4} textAnchor="end">
            {shortNumber(tick)}
          </text>
        </g>
      ))}
      <path className="bars" d={pathOf(bars)} />
      {peak && peak.height > 0 ? <PeakLabel peak={peak} value={Math.max(...values)} /> : null}
      <text x={box.x} y={size.height - 12}>
        {shortDay(first)}
      </text>
      {first === last ? null : (
        <text x={box.x + box.width} y={size.height - 12} textAnchor="end">
          {shortDay(last)}
        </text>
      )}
    </svg>
  );
}

function PeakLabel({ peak, value }: { peak: Bar; value: number }) {
  const middle = peak.x + peak.width / 2;
  const x = Math.min(Math.max(middle, box.x + 14), box.x + box.width - 14);
  return (
    <text className="peak" x={x} y={peak.y - 5} textAnchor="middle">
      {shortNumber(value)}
    </text>
  );
}

function NumbersTable({ kind, title, unit, periods }: BarChartProps) {
  return (
    <table className="rows">
      <caption className="hint">Latest first; a {unit} with none is left out</caption>
      <thead>
        <tr>
          <th scope="col">{unit === "day" ? "Day" : "Week starting Sunday"}</th>
          <th scope="col" className="number">
            {title}
          </th>
        </tr>
      </thead>
      <tbody>
        {periods
          .filter((period) => period[kind] > 0)
          .reverse()
          .map((period) => (
            <tr key={period.day}>
              <th scope="row">
                <time dateTime={period.day}>{longDay(period.day)}</time>
              </th>
              <td data-label={title} className="number">
                {numberText(period[kind])}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

const shortNumber = (value: number) => value.toLocaleString("en-US", { notation: "compact" });

const shortDay = (day: string) => longDay(day).replace(/^([A-Z][a-z]{2})[a-z]*/, "$1");
