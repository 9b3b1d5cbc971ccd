import { Icon } from "./icon.tsx";

interface PagesProps {
  label: string;
  page: number;
  pages: number;
  href: (page: number) => string;
}

export function Pages({ label, page, pages, href }: PagesProps) {
  if (pages < 2) return null;
  return (
    <nav className="pages" aria-label={label}>
      {page > 1 ? (
        <a className="more" rel="prev" href={href(page - 1)}>
          <Icon name="chevron-left" size={18} />
          Previous
        </a>
      ) : null}
      <span>
        {" "}
        Page {page} of {pages}{" "}
      </span>
      {page < pages ? (
        <a className="more" rel="next" href={href(page + 1)}>
          Next
          <Icon name="chevron-right" size={18} />
        </a>
      ) : null}
    </nav>
  );
}
