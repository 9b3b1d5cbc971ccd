/** What a route says about itself in `export const handle`. */
export interface RouteHandle {
  /** the page has no public navigation and no footer around it */
  bare?: boolean;
  /** this site may show the page in a frame */
  framable?: boolean;
}
