import type { ReactNode } from "react";
import { PageHeader } from "./page-header.tsx";
import type { StarLineName } from "./star-lines.ts";

interface PersonalPageProps {
  title: string;
  lead?: ReactNode;
  stars: StarLineName;
  children: ReactNode;
}

/** The layout of a page that is opened by a link in an email. */
export function PersonalPage({ title, lead, stars, children }: PersonalPageProps) {
  return (
    <main id="main">
      <PageHeader title={title} lead={lead} stars={stars} />
      <div className="wrap section grid gap-8">{children}</div>
    </main>
  );
}

export function Sheet({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="sheet" aria-labelledby={id}>
      <h2 id={id} className="text-h3">
        {title}
      </h2>
      <div className="mt-3">{children}</div>
    </section>
  );
}
