/** Replaces linkify-it in the Worker (worker-bundle.ts), which finds URLs in plain text for markdown-it; we do not use that. */
export class LinkifyIt {}
