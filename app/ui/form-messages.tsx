import type { FieldMetadata } from "@conform-to/react";

/**
 * Lists the errors of a form above it, with links to the fields; takes focus when the page loads. The live region is
 * inside the focused element: on a single element, some screen readers read it twice.
 */
export function ErrorSummary({
  fields,
  formError,
}: {
  fields: Pick<FieldMetadata<unknown>, "id" | "errors">[];
  formError?: string;
}) {
  const wrong = fields.filter((field) => field.errors?.length);
  if (wrong.length === 0 && !formError) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: the error is read first, even where no script moves the focus
    <div className="summary" tabIndex={-1} data-focus autoFocus>
      <div role="alert">
        {formError ? <p>{formError}</p> : <h2>There is a problem</h2>}
        {wrong.length > 0 ? (
          <ul>
            {wrong.map((field) => (
              <li key={field.id}>
                <a href={`#${field.id}`}>{field.errors?.[0]}</a>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}

interface NoticeProps {
  title: string;
  children?: React.ReactNode;
  bad?: boolean;
  /** About something that has already happened, shown without the success sign. */
  past?: boolean;
}

/** The result of a form, or the state of a page, as text that stays on the page. */
export function Notice({ title, children, bad = false, past = false }: NoticeProps) {
  return (
    <div className={["notice", bad && "bad", past && "past"].filter(Boolean).join(" ")} tabIndex={-1} data-focus>
      <div role={bad ? "alert" : "status"}>
        <strong>{title}</strong> {children}
      </div>
    </div>
  );
}

/** The same as a toast; the style sheet hides it after 4 s and shows at most three. */
export function Toast({ title, children, bad = false }: { title: string; children?: React.ReactNode; bad?: boolean }) {
  return (
    <div className={bad ? "toast bad" : "toast"} data-toast>
      <p>
        <strong>{title}</strong> {children}
      </p>
    </div>
  );
}
