interface IssuePreviewProps {
  id: string;
  text: string;
  from: string;
}

export function IssuePreview({ id, text, from }: IssuePreviewProps) {
  const frame = { src: `/admin/issues/${id}/letter`, sandbox: "allow-popups allow-popups-to-escape-sandbox" };
  return (
    <section className="panel" aria-labelledby="preview">
      <h2 id="preview">As people will read it</h2>
      <p className="hint">
        From {from}. The link to a reader’s own page leads nowhere in a preview or a test.{" "}
        <a href={frame.src}>Open the email alone</a>
      </p>
      <iframe title="The email" className="letter" {...frame} />
      <h3>On a phone</h3>
      <iframe title="The email on a phone" className="letter phone" {...frame} />
      <h3>Without HTML</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so by keyboard too */}
      <pre className="wrap-anywhere letter-text" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
