/**
 * HTML that one of our renderers of Markdown made, which let nothing through that runs: renderMarkdown and renderArticle.
 * The one place for markup that is text.
 */
export function RenderedMarkdown({ html, className }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
