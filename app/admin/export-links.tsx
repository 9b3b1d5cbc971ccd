interface ExportLinksProps {
  /** The path of the list's page; its files have the same path with an extension. */
  path: string;
  /** The query of the file, including the question mark; without one, the whole list. */
  query?: string;
  what?: string;
}

export function ExportLinks({ path, query = "", what }: ExportLinksProps) {
  return (
    <span>
      Export {what ? `${what} ` : null}
      <a href={`${path}.csv${query}`}>as CSV</a> or <a href={`${path}.json${query}`}>as JSON</a>
    </span>
  );
}
