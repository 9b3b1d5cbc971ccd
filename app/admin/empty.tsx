import type { ReactNode } from "react";
import { ButtonLink } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Nothing } from "../ui/nothing.tsx";

interface WayOn {
  to: string;
  label: string;
}

export function Empty({ title, children, action }: { title: string; children: ReactNode; action?: WayOn }) {
  return (
    <Nothing>
      <h2>{title}</h2>
      <p>{children}</p>
      {action ? <ButtonLink href={action.to}>{action.label}</ButtonLink> : null}
    </Nothing>
  );
}

export function NoMatch({ children, action }: { children: ReactNode; action?: WayOn }) {
  return (
    <p className="no-match">
      <Icon name="search" size={22} />
      <span>
        {children} {action ? <a href={action.to}>{action.label}</a> : null}
      </span>
    </p>
  );
}
