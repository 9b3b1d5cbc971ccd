import { sessionLimits } from "../../platform/request/session-limits.ts";

/** How long something is kept, in a single unit. */
export type Duration = { months: number } | { days: number } | { hours: number } | { minutes: number };

/**
 * How long each kind of data is kept: the privacy policy is rendered from this, and a test checks the SQL function
 * `retention` against it.
 */
export const retention = {
  /** Visitors' keys of a like; the like itself stays counted. */
  likeKeys: { months: 13 },
  /** A waitlist entry, after its event edition is over. */
  afterEdition: { days: 90 },
  /** A waitlist entry in any case. */
  waitlistEntry: { months: 24 },
  /** A person's answer to a question for the evening, after the event is over: it may concern health. */
  answer: { days: 7 },
  /** The talks a person has stored as their agenda, after the event is over. */
  agenda: { days: 7 },
  /** The address of a speaker, and a correction that was not applied, after the event is over. */
  speakerContact: { days: 30 },
  /** A proposed talk, after it was declined or the event is over. */
  proposal: { days: 90 },
  /** To which people of an event an admin did something at once, so that it can be undone. */
  bulkAction: { hours: 24 },
  /** The count of people who came without a reservation, with the name of the helper at the door. */
  walkIn: { days: 90 },
  /** The link of helpers at the door, after the event is over. */
  doorPass: { days: 30 },
  handledMessage: { months: 12 },
  /** A post to a channel, after it was settled. */
  channelPost: { days: 365 },
  /** A visitor's suggestion, after it was accepted or declined. */
  handledSuggestion: { days: 90 },
  spam: { days: 30 },
  signInFailure: { hours: 24 },
  knownAddress: { days: 90 },
  /** A browser that an admin signed in with, after its last use. */
  knownDevice: { days: 90 },
  /** An admin's session, after it began and after its last request. */
  adminSession: sessionLimits.whole,
  idleSession: sessionLimits.idle,
  /** A code that was entered for a second factor. */
  codeTry: { hours: 24 },
  newsletterRequest: { hours: 24 },
  notice: { days: 30 },
  /** The record that an email was sent, and its outcome; emails about an event are deleted with the waitlist entry. */
  mail: { days: 30 },
  /** What visitors have used up, stored as digests: emails per recipient and network, and bytes. */
  spending: { hours: 24 },
  /** The network that something came from which nobody has confirmed yet, as a digest. */
  unconfirmedRow: { hours: 24 },
  /** A canceled entry, which can be restored until then. */
  departure: { hours: 24 },
  /** An address that is to replace a waitlist entry's, and after its confirmation the previous one. */
  waitlistAddressChange: { days: 3 },
  /** An unconfirmed address for the newsletter, a series or a proposed talk. */
  unconfirmedSubscriber: { days: 30 },
  /** An address that the newsletter provider has not accepted yet. */
  keptForProvider: { days: 30 },
  /** An unsubscribed address, whose owner may come back until then. */
  departedSubscriber: { days: 30 },
  /** An address that is to replace another one for the newsletter. */
  addressChange: { days: 7 },
  /** An uploaded file that an admin has not imported. */
  stagedImport: { hours: 24 },
  /** What an import has created, so that it can be undone. */
  appliedImport: { hours: 1 },
  /** The person invited to become an admin, and the outcome. */
  adminInvitation: { days: 30 },
  /** An admin's request for a new password. */
  passwordLink: { hours: 24 },
  /** What admins changed, in the log. */
  logEntry: { months: 36 },
  /** How admins signed in, and their changes to that, in the log. */
  signIn: { months: 12 },
  /** A wrong password for an admin's account, in the log. */
  refusedSignIn: { days: 90 },
  /** An address that an admin wants to sign in with, and the previous one. */
  adminAddressChange: { days: 4 },
} satisfies Record<string, Duration>;

export function durationText(duration: Duration): string {
  const [[unit, count]] = Object.entries(duration) as [[string, number]];
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}

/** When the Worker purges data past its retention, in UTC: once a day, at night in Hawaiʻi. */
export const purgeCron = "23 13 * * *";
