/**
 * In the Worker this stands in for punycode.js (wrangler.toml), with which markdown-it writes the host of a link in ASCII: the
 * runtime's own URL does that. How a host is shown stays as it is.
 */
const punycode = {
  toASCII: (host: string): string => (URL.canParse(`https://${host}`) ? new URL(`https://${host}`).hostname : host),
  toUnicode: (host: string): string => host,
};

// markdown-it asks for it as the package's default.
export { punycode as default };
