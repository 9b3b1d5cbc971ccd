interface PagesProps {
  label: string;
  page: number;
  pages: number;
  /** the URL of a page of the list */
  href: (page: number) => string;
}

/** Links to the other pages of a long list; nothing when there is one page. */
export function Pages({ label, page, pages, href }: PagesProps) {
  if (pages < 2) return null;
  return (
    <nav className="pages" aria-label={label}>
      {page > 1 ? (
        <a rel="prev" href={href(page - 1)}>
          Previous
        </a>
      ) : null}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <a rel="next" href={href(page + 1)}>
          Next
        </a>
      ) : null}
    </nav>
  );
}
