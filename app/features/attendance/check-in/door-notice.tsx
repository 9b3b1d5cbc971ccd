import type { ReactNode } from "react";
import { Notice } from "../../../ui/form-messages.tsx";
import { type DoorDone, doorDone } from "./door-done.ts";

const isKnown = (done: string | null): done is DoorDone => done !== null && Object.hasOwn(doorDone, done);

/** The result of what a helper has just done; `children` may offer an undo. */
export function DoorNotice({ done, children }: { done: string | null; children?: ReactNode }) {
  return isKnown(done) ? <Notice {...doorDone[done]}>{children}</Notice> : null;
}
