import { createContext } from "react";

export const DoneWord = createContext<string | null>(null);
