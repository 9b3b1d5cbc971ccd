import { State } from "../../admin/state.tsx";
import type { Samples } from "./samples.server.ts";

interface SampleMarkProps {
  samples: Samples;
  id?: string;
  programmeOf?: string;
}

/** Marks a sample, or the recap of an event as one; renders nothing for others. Only admins see it. */
export function SampleMark({ samples, id, programmeOf }: SampleMarkProps) {
  const has = (rows: { id: string }[]) => rows.some((row) => row.id === id);
  if ([samples.events, samples.issues, samples.series].some(has)) return <State shape="ring">Sample</State>;
  if (samples.programmes.some((event) => event.id === programmeOf)) return <State shape="ring">Sample</State>;
  return has(samples.recaps) ? <State shape="ring">The recap is a sample</State> : null;
}
