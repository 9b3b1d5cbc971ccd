import { createContext, useContext } from "react";
import { defaultSite, type Site } from "./site.ts";

/** `context.site` of the request, for components; `entry.server.tsx` provides it. */
export const SiteContext = createContext<Site>(defaultSite);

/** What the site says of itself, in a component; everything else gets it as an argument. */
export const useSite = (): Site => useContext(SiteContext);
