import type { ReactNode } from "react";
import { Constellation } from "./constellation.tsx";
import type { StarLineName } from "./star-lines.ts";

interface PageHeaderProps {
  title: ReactNode;
  lead?: ReactNode;
  /** Shown above the title: a state, a date, a section. */
  kicker?: ReactNode;
  stars?: StarLineName;
  /** Shown instead of the stars. */
  picture?: ReactNode;
  /** h2 if the page is shown within another one. */
  heading?: "h1" | "h2";
  children?: ReactNode;
}

/** The header of every page except the home page: its only h1 under a night sky. */
export function PageHeader({
  title,
  lead,
  kicker,
  stars,
  picture,
  heading: Heading = "h1",
  children,
}: PageHeaderProps) {
  return (
    <header className={stars && !picture ? "night starry" : "night"}>
      <div className={picture ? "wrap billed" : "wrap"}>
        {kicker ? <div className="kicker">{kicker}</div> : null}
        <Heading>{title}</Heading>
        {picture}
        {lead ? <p className="lead">{lead}</p> : null}
        {children}
        {stars && !picture ? <Constellation name={stars} /> : null}
      </div>
    </header>
  );
}
