import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import { spaced } from "../ui/spaced.ts";

interface AdminHeaderProps {
  title: ReactNode;
  back?: { to: string; label: string };
  note?: ReactNode;
  action?: ReactNode;
  tabs?: ReactNode;
  children?: ReactNode;
}

export function AdminHeader({ title, back, note, action, tabs, children }: AdminHeaderProps) {
  return (
    <header className="admin-top">
      {back ? (
        <a className="back" href={back.to}>
          <Icon name="chevron-left" size={18} />
          {back.label}
        </a>
      ) : null}
      <div className="title">
        <h1>{title}</h1>
        {action}
      </div>
      {tabs}
      {note ? <p className="hint">{note}</p> : null}
      {children ? <div className="actions">{spaced(children)}</div> : null}
    </header>
  );
}
