/** What a line is about; docs/logs.md says of each what to do. */
export type Outcome =
  | "ok"
  | "not-found"
  | "refused"
  | "error"
  | "failed"
  | "outbox-retry"
  | "outbox-failed"
  | "outbox-error"
  | "mail-retry"
  | "mail-refused"
  | "mail-unknown"
  | "issue-batch-waits"
  | "mail-error"
  | "factor-error"
  | "series-error"
  | "link-check-error"
  | "channel-post-error"
  | "channel-post-failed"
  | "channel-post-later"
  | "channel-post-uncertain"
  | "purged"
  | "purge-failed"
  | "no-heartbeat"
  | "doctor-failed"
  | "no-picture-bucket"
  | "picture-left-behind";

/** What one line of the log may hold. Never a body, an address, an e-mail, a query or a cookie. */
export interface LogLine {
  requestId?: string;
  route?: string;
  status?: number;
  milliseconds?: number;
  outcome: Outcome;
  /** first 8 hex digits of the visitor's key */
  visitor?: string;
  error?: string;
  /** how many rows of each kind retention has removed */
  purged?: Record<string, number>;
}

/** Whoever knows the token behind these can act for a person, or reads what is not for everybody. */
const personal =
  /^\/([wnt]|door|check-in|preview\/programme|preview|admin\/(?:new-password|new-address|invitation))(?:\/|%2f)[^/]+/i;

/** What looks like one of them where it has no business. */
const token = /[a-z2-7]{32}/gi;

/**
 * Writes one JSON line; paths are cut to 200 characters, and before the token of a person's own page.
 * @param line its route in the one spelling that the guard knows
 */
export function log(line: LogLine): void {
  const route = line.route?.replace(personal, "/$1/…").replace(token, "…").slice(0, 200);
  console.log(JSON.stringify({ time: new Date().toISOString(), ...line, ...(route === undefined ? {} : { route }) }));
}
