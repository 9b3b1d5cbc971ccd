/** Links to the headings of a long text, beside it where there is room. */
export function Outline({ outline }: { outline: string }) {
  const headings = JSON.parse(outline) as { id: string; text: string }[];
  return (
    <nav className="signposts no-print" aria-labelledby="signposts-title">
      <h2 id="signposts-title">On this page</h2>
      <ol>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text.replace(/^\d+\. /, "")}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
