import { State } from "../../admin/state.tsx";
import type { Samples } from "./samples.server.ts";

/** Says of an event or an issue that it is a sample, or that its recap is; nothing of any other. Admins alone see it. */
export function SampleMark({ samples, id }: { samples: Samples; id: string }) {
  const has = (rows: { id: string }[]) => rows.some((row) => row.id === id);
  if (has(samples.events) || has(samples.issues)) return <State shape="ring">Sample</State>;
  return has(samples.recaps) ? <State shape="ring">The recap is a sample</State> : null;
}
