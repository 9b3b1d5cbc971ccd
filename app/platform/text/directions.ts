const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Removes direction marks, which could reverse the text after them, even beyond their own line or text. */
export const withoutDirections = (text: string) => text.replace(directions, "");
