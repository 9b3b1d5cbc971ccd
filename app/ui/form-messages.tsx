import type { FieldMetadata } from "@conform-to/react";

/** What is wrong with a form, at its head, with links to the fields; takes focus when the page arrives. */
export function ErrorSummary({
  title,
  fields,
  formError,
}: {
  title: string;
  fields: Pick<FieldMetadata<unknown>, "id" | "errors">[];
  formError?: string;
}) {
  const wrong = fields.filter((field) => field.errors?.length);
  if (wrong.length === 0 && !formError) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: what went wrong is read first, also where no script moves the focus
    <div className="summary" role="alert" tabIndex={-1} data-focus autoFocus>
      {formError ? <p>{formError}</p> : <h2>{title}</h2>}
      <ul>
        {wrong.map((field) => (
          <li key={field.id}>
            <a href={`#${field.id}`}>{field.errors?.[0]}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The result of a form, as text that stays in the page. */
export function Notice({ title, children, bad = false }: { title: string; children?: React.ReactNode; bad?: boolean }) {
  return (
    <div className={bad ? "notice bad" : "notice"} role={bad ? "alert" : "status"} tabIndex={-1} data-focus>
      <strong>{title}</strong>
      {children}
    </div>
  );
}

/** The same words as a toast; the style sheet lets it leave after 4 s and shows three at most. */
export function Toast({ title, children, bad = false }: { title: string; children?: React.ReactNode; bad?: boolean }) {
  return (
    <div className={bad ? "toast bad" : "toast"} data-toast>
      <p>
        <strong>{title}</strong> {children}
      </p>
    </div>
  );
}
