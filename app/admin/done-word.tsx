import { createContext } from "react";

/** What the page's address truly says was just done; the frame around the page knows. */
export const DoneWord = createContext<string | null>(null);
