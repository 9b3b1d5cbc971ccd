import { numberText } from "../../platform/text/number-text.ts";

interface RankedBarsProps {
  caption: string;
  names: string;
  numbers: string;
  rows: readonly { name: string; value: number; to: string }[];
}

export function RankedBars({ caption, names, numbers, rows }: RankedBarsProps) {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <table className="rows ranks">
      <caption className="hint">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{names}</th>
          <th scope="col" className="number">
            {numbers}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, value, to }) => (
          <tr key={to}>
            <th scope="row">
              <a href={to}>{name}</a>
              <svg className="rank" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <path className="bars" d={`M0 0h${((value / most) * 100).toFixed(1)}v4H0z`} />
              </svg>
            </th>
            <td data-label={numbers} className="number">
              {numberText(value)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
