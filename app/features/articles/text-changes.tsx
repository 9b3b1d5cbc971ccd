import { type DiffPart, diffWords } from "./word-diff.ts";

/** The number of unchanged characters that are shown before and after a change. */
const context = 120;

/** Shows what was removed from a text and added to it; long unchanged parts are shortened. */
export function TextChanges({ before, after }: { before: string; after: string }) {
  const parts = diffWords(before, after);
  if (parts.every(({ kind }) => kind === "same")) return <p className="hint">The text is the same.</p>;
  return (
    <p className="letter-text wrap-anywhere changes">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts are drawn once
        <Part key={index} part={part} isFirst={index === 0} isLast={index === parts.length - 1} />
      ))}
    </p>
  );
}

function Part({ part: { kind, text }, isFirst, isLast }: { part: DiffPart; isFirst: boolean; isLast: boolean }) {
  if (kind === "added")
    return (
      <ins>
        <span className="visually-hidden">Added: </span>
        {text}
      </ins>
    );
  if (kind === "removed")
    return (
      <del>
        <span className="visually-hidden">Removed: </span>
        {text}
      </del>
    );
  if (text.length <= 3 * context) return text;
  const [head, tail] = [isFirst ? "" : text.slice(0, context), isLast ? "" : text.slice(-context)];
  return `${head} … ${tail}`;
}
