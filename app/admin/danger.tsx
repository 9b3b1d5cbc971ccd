import type { ReactNode } from "react";

interface DangerProps {
  id: string;
  title: ReactNode;
  text: ReactNode;
  isQuestion?: boolean;
  children?: ReactNode;
}

/** A section for what cannot be undone, or only in part: at the end of a page, apart from everything else. */
export function Danger({ id, title, text, isQuestion = false, children }: DangerProps) {
  return (
    <section className={isQuestion ? "panel danger-zone asked" : "panel danger-zone"} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
      {children}
    </section>
  );
}
