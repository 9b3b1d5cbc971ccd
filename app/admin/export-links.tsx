interface ExportLinksProps {
  /** the list's page, whose files have its address with an ending */
  path: string;
  /** of the file, with its question mark; the whole list without one */
  query?: string;
  /** what is in the file, where the page does not say it */
  what?: string;
}

/** Leads to the files of a list. */
export function ExportLinks({ path, query = "", what }: ExportLinksProps) {
  return (
    <span>
      Export {what ? `${what} ` : null}
      <a href={`${path}.csv${query}`}>as CSV</a> or <a href={`${path}.json${query}`}>as JSON</a>
    </span>
  );
}
