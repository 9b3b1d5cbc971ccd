/** Links to the headings of a long text: beside it where there is room, else folded up above it. */
export function Outline({ outline }: { outline: string }) {
  const headings = JSON.parse(outline) as { id: string; text: string }[];
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
