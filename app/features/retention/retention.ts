import { sessionLimits } from "../../platform/request/session-limits.ts";

/** How long something stays. One of the units each. */
export type Duration = { months: number } | { days: number } | { hours: number } | { minutes: number };

/** How long what is kept: the privacy policy says it from here, and a test holds the rules of the SQL function `retention` to it. */
export const retention = {
  /** visitors' keys of a like; the like stays counted */
  likeKeys: { months: 13 },
  /** a waitlist entry, after the edition that it waits for is over */
  afterEdition: { days: 90 },
  /** a waitlist entry in any case */
  waitlistEntry: { months: 24 },
  /** what somebody answered to the question of an event, after it is over: it may be about health */
  answer: { days: 7 },
  /** which talks somebody has stored as their agenda, after the event is over */
  agenda: { days: 7 },
  /** the address of a speaker, and a correction that nobody has taken, after the event is over */
  speakerContact: { days: 30 },
  /** a talk that somebody proposed, after it was declined, or the event is over */
  proposal: { days: 90 },
  /** people who came without a reservation, counted, with the name of the helper at the door */
  walkIn: { days: 90 },
  /** the link of helpers at the door, after the event is over */
  doorPass: { days: 30 },
  handledMessage: { months: 12 },
  /** what a visitor suggested, after it was accepted or declined */
  channelPost: { days: 365 },
  handledSuggestion: { days: 90 },
  spam: { days: 30 },
  signInFailure: { hours: 24 },
  knownAddress: { days: 90 },
  /** a browser that an admin signed in with, after the last time */
  knownDevice: { days: 90 },
  /** a session of an admin, after it began, and after its last request */
  adminSession: sessionLimits.whole,
  idleSession: sessionLimits.idle,
  /** a code that was entered for a second factor */
  codeTry: { hours: 24 },
  newsletterRequest: { hours: 24 },
  notice: { days: 30 },
  /** that a mail was sent, and what came of it; news of an event leaves with its waitlist entry */
  mail: { days: 30 },
  /** what visitors have caused: how many mails to whom and from which network, and how many bytes, as digests */
  spending: { hours: 24 },
  /** from which network a reservation came that nobody has confirmed, as a digest */
  reservationNetwork: { days: 2 },
  /** an entry that was left, which can be undone so long */
  departure: { hours: 24 },
  /** an address that somebody wants to use for a waitlist instead, and after its confirmation the one before it */
  waitlistAddressChange: { days: 3 },
  /** an address that its owner has not confirmed for the newsletter, for a series, or for a proposed talk */
  unconfirmedSubscriber: { days: 30 },
  /** an address that the newsletter provider could not take yet, until it has it */
  keptForProvider: { days: 30 },
  /** one whose owner has left the newsletter, who may come back so long */
  departedSubscriber: { days: 30 },
  /** an address that is to take the place of another one for the newsletter */
  addressChange: { days: 7 },
  /** a file that an admin has brought from elsewhere, and not imported */
  stagedImport: { hours: 24 },
  /** what an import has made, so that it can be undone */
  appliedImport: { hours: 1 },
  /** who was invited to become an admin, and what came of it */
  adminInvitation: { days: 30 },
  /** that an admin has asked for a new password */
  passwordLink: { hours: 24 },
  /** what admins changed, in the log */
  logEntry: { months: 36 },
  /** how admins came in, and what they changed of that, in the log */
  signIn: { months: 12 },
  /** a wrong password for an admin's account, in the log */
  refusedSignIn: { days: 90 },
  /** an address that an admin wants to sign in with, and the one before it */
  adminAddressChange: { days: 4 },
} satisfies Record<string, Duration>;

export function durationText(duration: Duration): string {
  const [[unit, count]] = Object.entries(duration) as [[string, number]];
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}

/** When the Worker removes what has been kept long enough, in UTC: once a day, at 3:23 in Honolulu. */
export const purgeCron = "23 13 * * *";
