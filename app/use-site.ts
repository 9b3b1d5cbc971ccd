import { createContext, useContext } from "react";
import { defaultSite, type Site } from "./site.ts";

/** `context.site` of the request, for components; `entry.server.tsx` provides it. */
export const SiteContext = createContext<Site>(defaultSite);

/** Returns the site settings in a component; all other code gets them as an argument. */
export const useSite = (): Site => useContext(SiteContext);
