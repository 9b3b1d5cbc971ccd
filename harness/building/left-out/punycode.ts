/**
 * Replaces punycode.js in the Worker (worker-bundle.ts), with which markdown-it converts a link's host to ASCII: the
 * runtime's own URL does that. Hosts are displayed unchanged.
 */
const punycode = {
  toASCII: (host: string): string => (URL.canParse(`https://${host}`) ? new URL(`https://${host}`).hostname : host),
  toUnicode: (host: string): string => host,
};

// markdown-it imports it as the package's default.
export { punycode as default };
