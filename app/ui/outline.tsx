/** A heading that links can point to. */
export interface Heading {
  id: string;
  text: string;
}

/** Links to the headings of a long text: beside it if there is room, else collapsed above it. */
export function Outline({ headings }: { headings: readonly Heading[] }) {
  const list = (
    <ol>
      {headings.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`}>{text.replace(/^\d+\. /, "")}</a>
        </li>
      ))}
    </ol>
  );
  return (
    <nav className="signposts no-print" aria-label="On this page">
      <details>
        <summary>On this page</summary>
        {list}
      </details>
      <div>
        <p>On this page</p>
        {list}
      </div>
    </nav>
  );
}
