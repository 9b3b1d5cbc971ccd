/**
 * Replaces uc.micro in the Worker (worker-bundle.ts), which spells out Unicode classes that JavaScript supports natively:
 * punctuation and symbols.
 */
export const P = /\p{P}/u;
export const S = /\p{S}/u;
