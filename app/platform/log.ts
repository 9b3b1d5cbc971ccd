/** What a line is about; docs/operate.md says what to do about each. */
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
  | "unknown-mail-event"
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

/** The content of one log line. Never a body, an address, an email, a query or a cookie. */
export interface LogLine {
  requestId?: string;
  route?: string;
  status?: number;
  milliseconds?: number;
  outcome: Outcome;
  /** first 8 hex digits of the visitor's key */
  visitor?: string;
  error?: string;
  /** the number of rows of each kind that retention has removed */
  purged?: Record<string, number>;
}

/** Paths followed by a token that lets its holder act for a person or read what is not public. */
const personal = /^\/([wnt]|door|check-in|preview|admin\/(?:new-password|new-address|invitation))(?:\/|%2f)[^/]+/i;

/** Matches anything that looks like a token in other places. */
const token = /[a-z2-7]{32}/gi;

/** Writes one JSON line; the path is cut to 200 characters, and tokens are masked. @param line with its route */
export function log(line: LogLine): void {
  const route = line.route?.replace(personal, "/$1/…").replace(token, "…").slice(0, 200);
  console.log(JSON.stringify({ time: new Date().toISOString(), ...line, ...(route === undefined ? {} : { route }) }));
}
