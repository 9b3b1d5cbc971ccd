import type { ReactNode } from "react";

interface DangerProps {
  id: string;
  title: ReactNode;
  text: ReactNode;
  isQuestion?: boolean;
  children?: ReactNode;
}

export function Danger({ id, title, text, isQuestion = false, children }: DangerProps) {
  return (
    <section className={isQuestion ? "panel danger-zone asked" : "panel danger-zone"} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
      {children}
    </section>
  );
}
