/**
 * Replaces uc.micro in the Worker (wrangler.toml), which spells out Unicode classes that JavaScript supports natively:
 * punctuation and symbols.
 */
export const P = /\p{P}/u;
export const S = /\p{S}/u;
