import type { Attendance } from "./door.server.ts";

/** Shows how many people are in, expected, still to come, and here without a reservation. */
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
