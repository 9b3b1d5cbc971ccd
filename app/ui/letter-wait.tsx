import { createContext, useContext } from "react";

/** `context.done.wait` of the request, for components; `entry.server.tsx` provides it. */
export const LetterWaitContext = createContext(0);

/** Says how long the email that a form has just caused can take, if many are waiting before it; else nothing. */
export function LetterWait() {
  const text = letterWaitText(useContext(LetterWaitContext));
  return text ? <> {text}</> : null;
}

/** @param minutes until the email leaves; null below a quarter of an hour, when there is nothing to say */
export function letterWaitText(minutes: number): string | null {
  if (minutes < 15) return null;
  if (minutes < 45) return "Many people are asking for emails right now, so it can take about half an hour.";
  const hours = Math.round(minutes / 60);
  const time = hours < 2 ? "an hour" : `${hours} hours`;
  return `Many people are asking for emails right now, so it can take about ${time}.`;
}
