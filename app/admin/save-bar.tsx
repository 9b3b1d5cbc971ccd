import type { ReactNode } from "react";

export function SaveBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className="save-bar">
      {children}
      {note ? <p className="hint">{note}</p> : null}
    </div>
  );
}
