/** What single mails are for: the rows of `private.mail_purposes` but newsletter-issue, which goes in batches. */
export const mailPurposes = [
  "waitlist-receipt",
  "waitlist-lost-link",
  "waitlist-new-link",
  "waitlist-address-confirmed",
  "waitlist-new-address",
  "waitlist-old-address",
  "event-news",
  "event-news-test",
  "reservation-offer",
  "reservation-ticket",
  "reservation-canceled",
  "message-receipt",
  "message-notice",
  "message-answer",
  "test-email",
  "newsletter-confirm",
  "newsletter-address",
  "newsletter-address-changed",
  "key-notice",
  "admin-invitation",
  "password-link",
  "admin-new-address",
  "admin-old-address",
] as const;

export type MailPurpose = (typeof mailPurposes)[number];
