import { createContext } from "react";

/** The verified `?done=` of the page, provided by the frame around it. */
export const DoneWord = createContext<string | null>(null);
