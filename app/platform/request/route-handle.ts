/** Which variants of a route's page the page cache keeps; what is not named here is rendered without its query. */
export interface CacheRule {
  /** query parameters that make the page one visitor's own: with any of them it is rendered for that request alone */
  alone?: string[];
  /** at an address that the front door has signed, the page says what a form has done, for whoever sent it alone */
  receipts?: boolean;
  /** the query parameter that chooses among values which the loader reports; `page` counts within each */
  choice?: string;
  /** one that chooses where `choice` is not there; its values are reported as `name=value` */
  filter?: string;
  /** the page shows what the visitor's cookie stands for, and gives one to whoever has none */
  byVisitor?: boolean;
}

/** What one visitor's address may send in a minute (a workshop shares one). */
export interface RateLimit {
  /** the binding of wrangler.toml that counts it */
  binding: string;
  perMinute: number;
  /** what is said to whoever sends more */
  refusal: { title: string; text: string };
}

/** What a route says about itself in `export const handle`. */
export interface RouteHandle {
  /** the link of the navigation under which the page lies, where its path does not say so */
  section?: string;
  /** the page has no public navigation and no footer around it */
  bare?: boolean;
  /** the page wears the admin area's style sheet, which has all parts, outside of that area */
  admin?: boolean;
  /** this site may show the page in a frame */
  framable?: boolean;
  /** bytes that the forms of the page may send with a session, where it is not the usual limit */
  bodyLimit?: number;
  /** a form that was sent after the session had ended comes along, sealed, in a field of its own, which may be long */
  carriesForm?: boolean;
  /** fields of them whose values nobody keeps, not even for whoever has to sign in again */
  secretFields?: string[];
  /** takes JSON that its sender has signed, and no forms: only provider events, whose route checks the signature */
  signedJson?: boolean;
  /**
   * takes what mail programs send for their unsubscribe button (RFC 8058), whoever sends it for them: the token in the
   * path says enough, and has a limit of its own besides that of the sender's address
   */
  oneClick?: boolean;
  /** which limit they count towards, where it is not the one of all forms */
  rateLimit?: RateLimit;
  /** which limit reading it counts towards, where each reading costs a call of the database that nothing keeps */
  readLimit?: RateLimit;
  /** how the page is cached in memory, shared by all visitors without a session */
  cache?: CacheRule;
}
