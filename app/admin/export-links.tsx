interface ExportLinksProps {
  path: string;
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
