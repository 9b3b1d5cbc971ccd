/** In the Worker this stands in for linkify-it (wrangler.toml), with which markdown-it finds addresses in text; nobody asks it to. */
export class LinkifyIt {}
