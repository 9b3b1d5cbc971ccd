const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Without marks of direction, which could turn the letters after them around, beyond their own line or the text. */
export const withoutDirections = (text: string) => text.replace(directions, "");
