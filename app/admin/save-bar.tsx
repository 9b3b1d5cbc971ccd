import type { ReactNode } from "react";

/** The save button of a long form, always in view; scroll padding keeps the focused field above it. */
export function SaveBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className="save-bar">
      {children}
      {note ? <p className="hint">{note}</p> : null}
    </div>
  );
}
