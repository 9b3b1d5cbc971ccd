import type { KeptRule } from "./kept-pages.ts";
import type { RateLimitName } from "./limits.ts";

/** What a route says about itself in `export const handle`. */
export interface RouteHandle {
  /** the link of the navigation under which the page lies, where its path does not say so */
  section?: string;
  /** the page has no public navigation and no footer around it */
  bare?: boolean;
  /** the page wears the admin area's style sheet, which has all parts */
  admin?: boolean;
  /** this site may show the page in a frame */
  framable?: boolean;
  /** bytes that the forms of the page may send, where it is not the usual limit */
  bodyLimit?: number;
  /** which limit they count towards, where it is not the one of all forms */
  rateLimit?: RateLimitName;
  /** the page is kept in memory and shared by all visitors without a session */
  kept?: KeptRule;
}
