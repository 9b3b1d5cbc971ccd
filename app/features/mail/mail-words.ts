import type { MailPurpose } from "./mail-purposes.ts";

/** Shown below “Check your email”, which does not reveal whether an email could be sent. */
export const ifNoneComes =
  "If none comes, several emails may have gone to this address today, or its owner wants none: try again tomorrow, or write to us.";

/** The streams of email, each of which can be suppressed separately for an address. */
export const streamNames: Record<string, string> = {
  keys: "Emails about an admin’s account",
  transactional: "Everything but the newsletter and emails about an admin’s account",
  newsletter: "The newsletter",
};

export const suppressionReasons: Record<string, string> = {
  "not-mine": "the owner of the address said that they did not ask for it",
  bounced: "an email came back, because the address does not exist or takes none",
  complained: "the owner of the address reported an email as spam",
  erased: "the owner of the address had it erased",
};

export const troubleNames: Record<string, string> = {
  uncertain: "Uncertain",
  refused: "Refused",
  bounced: "Came back",
  complained: "Reported as spam",
};

const purposeNames: Readonly<Record<MailPurpose | "newsletter-issue", string>> = {
  "waitlist-receipt": "Receipt of a sign-up",
  "waitlist-lost-link": "Link that was asked for again",
  "waitlist-new-link": "New link, made by the person",
  "waitlist-address-confirmed": "Email address confirmed",
  "waitlist-new-address": "Email address changed, to the new one",
  "waitlist-old-address": "Email address changed, to the old one",
  "event-news": "News of an event",
  "event-news-test": "Test of news of an event",
  "reservation-offer": "Offer of a spot",
  "reservation-ticket": "Ticket",
  "reservation-canceled": "Sign-up canceled by an admin",
  "join-link": "Link to join",
  "join-link-replaced": "New link to join",
  "still-coming": "Still coming?",
  "request-answered": "Answer to a request to attend",
  "request-undecided": "Request that is not decided",
  "agenda-changed": "Changed talks of an agenda",
  "speaker-corrections": "Link for a speaker’s corrections",
  "proposal-confirm": "Confirmation of a proposed talk",
  "proposal-answer": "Answer to a proposed talk",
  "message-receipt": "Receipt of a message",
  "message-notice": "New message, to us",
  "message-answer": "Answer to a message",
  "suggestion-receipt": "Receipt of a suggestion",
  "test-email": "Test email",
  "series-confirm": "Confirmation for a series",
  "series-editions": "New editions of a series",
  "newsletter-confirm": "Confirmation for the newsletter",
  "newsletter-first": "First letter of the newsletter",
  "newsletter-address": "New address for the newsletter",
  "newsletter-address-changed": "Address of the newsletter changed",
  "newsletter-issue": "Issue of the newsletter",
  "key-notice": "Sign-in settings changed",
  "admin-invitation": "Invitation of an admin",
  "password-link": "Link to a new password",
  "admin-new-address": "Admin’s email address, to the new one",
  "admin-old-address": "Admin’s email address, to the old one",
};

/** The purpose of an email in words; a purpose of an older version is shown as is. */
export const purposeText = (purpose: string): string =>
  Object.hasOwn(purposeNames, purpose) ? purposeNames[purpose as MailPurpose] : purpose;

const answers: Readonly<Record<string, string>> = {
  suppressed: "not sent: this address wants no emails, or one came back",
  failed: "the sender had accepted it, then did not send it; it may not have arrived",
};

/** The response to sending a mail; our own words for it are put into sentences. */
export const answerText = (answer: string | null) =>
  answer !== null && Object.hasOwn(answers, answer) ? answers[answer] : answer;

/** Refuses a form that cannot be stored because what one network, or all, have sent today is used up. */
export const formsAreFull =
  "So much was sent to us today that we cannot store more, so nothing was done. Please try again tomorrow, or write to us.";
