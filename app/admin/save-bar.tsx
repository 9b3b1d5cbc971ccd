import type { ReactNode } from "react";

/** The way to save a long form, always in sight; scroll padding keeps the focused field above it. */
export function SaveBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className="save-bar">
      {children}
      {note ? <p className="hint">{note}</p> : null}
    </div>
  );
}
