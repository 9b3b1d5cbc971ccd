/**
 * In the Worker this stands in for uc.micro (wrangler.toml), which writes out what JavaScript knows by itself: the characters of
 * punctuation and the symbols.
 */
export const P = /\p{P}/u;
export const S = /\p{S}/u;
