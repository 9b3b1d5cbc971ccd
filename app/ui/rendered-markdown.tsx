/** HTML that our Markdown renderer made (app/platform/markdown.ts), which lets nothing through that runs. The one place for markup that is text. */
export function RenderedMarkdown({ html, className }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
