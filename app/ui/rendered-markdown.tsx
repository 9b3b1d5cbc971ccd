/**
 * Renders HTML made by renderMarkdown or renderArticle, which let no active content through. The only place where a
 * string is used as markup.
 */
export function RenderedMarkdown({ html, className }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
