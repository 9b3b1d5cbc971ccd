import type { ReactNode } from "react";

/** The head of every page but the first: its one h1 and a sentence that says what the page is for. */
export function PageHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header>
      <h1>{title}</h1>
      {children ? <p className="lead">{children}</p> : null}
    </header>
  );
}
