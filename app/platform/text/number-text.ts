/** Formats a whole number: 1,204. The runtime's own formatting takes 10 ms of CPU on first use in an isolate. */
export const numberText = (whole: number) => String(whole).replace(/\B(?=(?:\d{3})+$)/g, ",");
