import type { Attendance } from "./door.server.ts";

export function DoorCounts({ came, expected, left, walked_in }: Attendance) {
  const counts = [
    ["In", came],
    ["Expected", expected],
    ["Not here yet", left],
    ["Walked in", walked_in],
  ];
  return (
    <dl className="door-counts">
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
}
