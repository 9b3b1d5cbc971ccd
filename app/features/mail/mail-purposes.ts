/**
 * The purposes of emails, the rows of `private.mail_purposes` except newsletter-issue, which goes in batches: whose
 * letters have it (schedule.ts), and its name for admins.
 */
export const mailPurposes = {
  "waitlist-receipt": ["attendance", "Receipt of a sign-up"],
  "waitlist-lost-link": ["attendance", "Link that was asked for again"],
  "waitlist-new-link": ["attendance", "New link, made by the person"],
  "waitlist-address-confirmed": ["attendance", "Email address confirmed"],
  "waitlist-new-address": ["attendance", "Email address changed, to the new one"],
  "waitlist-old-address": ["attendance", "Email address changed, to the old one"],
  "event-news": ["campaigns", "News of an event"],
  "event-news-test": ["campaigns", "Test of news of an event"],
  "reservation-offer": ["attendance", "Offer of a spot"],
  "reservation-ticket": ["attendance", "Ticket"],
  "reservation-canceled": ["attendance", "Sign-up canceled by an admin"],
  "join-link": ["attendance", "Link to join"],
  "join-link-replaced": ["attendance", "New link to join"],
  "still-coming": ["attendance", "Still coming?"],
  "request-answered": ["attendance", "Answer to a request to attend"],
  "request-undecided": ["attendance", "Request that is not decided"],
  "agenda-changed": ["attendance", "Changed talks of an agenda"],
  "speaker-corrections": ["programme", "Link for a speaker’s corrections"],
  "proposal-confirm": ["proposals", "Confirmation of a proposed talk"],
  "proposal-answer": ["proposals", "Answer to a proposed talk"],
  "message-receipt": ["messages", "Receipt of a message"],
  "message-notice": ["messages", "New message, to us"],
  "message-answer": ["messages", "Answer to a message"],
  "suggestion-receipt": ["suggestions", "Receipt of a suggestion"],
  "test-email": ["tests", "Test email"],
  "series-confirm": ["series", "Confirmation for a series"],
  "series-editions": ["series", "New editions of a series"],
  "newsletter-confirm": ["newsletter", "Confirmation for the newsletter"],
  "newsletter-first": ["issues", "First email of the newsletter"],
  "newsletter-address": ["newsletter", "New address for the newsletter"],
  "newsletter-address-changed": ["newsletter", "Address of the newsletter changed"],
  "key-notice": ["accounts", "Sign-in settings changed"],
  "admin-invitation": ["accounts", "Invitation of an admin"],
  "password-link": ["accounts", "Link to a new password"],
  "admin-new-address": ["accounts", "Admin’s email address, to the new one"],
  "admin-old-address": ["accounts", "Admin’s email address, to the old one"],
} as const;

export type MailPurpose = keyof typeof mailPurposes;
export type LettersOf = (typeof mailPurposes)[MailPurpose][0];
export type PurposeOf<Letters extends LettersOf> = {
  [Purpose in MailPurpose]: (typeof mailPurposes)[Purpose][0] extends Letters ? Purpose : never;
}[MailPurpose];
