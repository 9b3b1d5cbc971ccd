import type { MarkdownReview as Review } from "../platform/text/pasted-markdown.ts";
import { pluralize } from "../platform/text/pluralize.ts";

/** Says what readers will not see of a text, and what they will see as it is typed; nothing if there is neither. */
export function MarkdownReview({ hasSettings, comments, raw }: Review) {
  const left = [
    hasSettings ? "the block of settings at the top" : "",
    comments > 0 ? pluralize(comments, "comment") : "",
  ];
  const isLeftOut = hasSettings || comments > 0;
  if (!isLeftOut && raw.length === 0) return null;
  return (
    <div className="notice wrap-anywhere">
      {isLeftOut ? <p>Readers will not see {left.filter(Boolean).join(" and ")}: left out.</p> : null}
      {raw.length > 0 ? (
        <>
          <p>
            <strong>Readers will see this as it is typed.</strong> Correct it in the text if that is not what you want:
          </p>
          <ul>
            {raw.map((passage) => (
              <li key={passage}>
                <code>{passage}</code>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
