interface ConflictProps {
  /** label, what stands in the database now, what the admin has typed */
  differences: { label: string; theirs: string; yours: string }[];
}

/** Somebody else has changed the same thing meanwhile: both are shown, and saving again keeps what is in the form. */
export function Conflict({ differences }: ConflictProps) {
  return (
    // biome-ignore lint/a11y/noAutofocus: what went wrong is read first, also where no script moves the focus
    <div className="summary" tabIndex={-1} data-focus autoFocus>
      <div role="alert">
        <h2>Somebody else changed this meanwhile</h2>
        <p>
          Nothing of yours is lost: it is still in the form. Save again to keep yours, or take over what you like from
          theirs.
        </p>
        {differences.length > 0 ? (
          <table className="rows">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Theirs, saved</th>
                <th scope="col">Yours, not saved</th>
              </tr>
            </thead>
            <tbody>
              {differences.map((difference) => (
                <tr key={difference.label}>
                  <th scope="row">{difference.label}</th>
                  <td data-label="Theirs">{difference.theirs || "(empty)"}</td>
                  <td data-label="Yours">{difference.yours || "(empty)"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
      </div>
    </div>
  );
}

export function differencesOf<Fields extends Record<string, unknown>>(
  labels: Partial<Record<keyof Fields & string, string>>,
  theirs: Fields,
  yours: Record<string, unknown>,
): ConflictProps["differences"] {
  const text = (value: unknown) =>
    typeof value === "boolean" ? (value ? "Yes" : "No") : value === null || value === undefined ? "" : String(value);
  return Object.entries(labels)
    .map(([name, label]) => ({ label: String(label), theirs: text(theirs[name]), yours: text(yours[name]) }))
    .filter(({ theirs, yours }) => theirs !== yours);
}
