import { createContext, useContext } from "react";

/** `context.done.wait` of the request, for components; `entry.server.tsx` provides it. */
export const LetterWaitContext = createContext(0);

/** Says how long the email that a form has just caused can take, if many are waiting before it; else nothing. */
export function LetterWait() {
  const text = letterWaitText(useContext(LetterWaitContext));
  return text ? <> {text}</> : null;
}

/** Minutes from which it is worth saying that an email can take time. */
export const worthSaying = 15;

/** @param minutes until the email leaves; null if they are not worth saying */
export function letterWaitText(minutes: number): string | null {
  if (minutes < worthSaying) return null;
  if (minutes < 45) return "Many people are asking for emails right now, so it can take about half an hour.";
  const hours = Math.round(minutes / 60);
  const time = hours < 2 ? "an hour" : `${hours} hours`;
  return `Many people are asking for emails right now, so it can take about ${time}.`;
}
