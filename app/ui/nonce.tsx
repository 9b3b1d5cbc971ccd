import { createContext } from "react";

/** The nonce of a hydrated page's scripts; undefined in the browser and on pages without scripts of Remix. */
export const PageNonce = createContext<string | undefined>(undefined);
