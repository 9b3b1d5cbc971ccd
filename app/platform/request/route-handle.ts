/** Which variants of a route's page the page cache keeps; query parameters not named here are ignored. */
export interface CacheRule {
  /** query parameters that make the page individual: with any of them it is rendered for that request only */
  alone?: string[];
  /** at a URL signed by the front door, the page reports what a form has done, to the sender only */
  receipts?: boolean;
  /** the query parameter that selects among values that the loader reports; `page` counts within each */
  choice?: string;
  /**
   * parameters of which one selects if `choice` is missing, with all their values; the loader reports them as
   * `name=value`, and answers others with a 404, which is not kept
   */
  filters?: Readonly<Record<string, readonly string[]>>;
  /** the page depends on the visitor cookie, and sets one if there is none */
  byVisitor?: boolean;
}

/** How many requests one IP address may send per minute (participants of a workshop share one). */
export interface RateLimit {
  /** the binding in wrangler.toml that counts the requests */
  binding: string;
  perMinute: number;
  /** the message for a visitor who sends more */
  refusal: { title: string; text: string };
}

/** What a route declares about itself in `export const handle`. */
export interface RouteHandle {
  /** the navigation link that the page belongs to, if its path does not tell */
  section?: string;
  /** the page has no public navigation and no footer */
  bare?: boolean;
  /** a page outside of the admin area that uses its style sheet, which has all parts */
  admin?: boolean;
  /** this site may show the page in a frame */
  framable?: boolean;
  /** maximum bytes of the page's forms with a session, if different from the usual limit */
  bodyLimit?: number;
  /** its forms may carry, in a long field, a sealed form that was sent after the session had ended */
  carriesForm?: boolean;
  /** fields whose values are never kept, not even for someone who has to sign in again */
  secretFields?: string[];
  /** accepts signed JSON instead of forms: only provider events, whose route checks the signature */
  signedJson?: boolean;
  /**
   * accepts the POST of a mail program's unsubscribe button (RFC 8058) from any site: the token in the path is
   * sufficient, and has its own limit in addition to that of the sender's IP address
   */
  oneClick?: boolean;
  /** the limit that its forms count towards, if different from the general one */
  rateLimit?: RateLimit;
  /** the limit that GET requests count towards, if each one costs an uncached database call */
  readLimit?: RateLimit;
  /** how the page is cached in memory, shared by all visitors without a session */
  cache?: CacheRule;
}
