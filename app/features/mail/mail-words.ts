/** What is sent to an address may be stopped for one of these alone. */
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

/** What an admin reads of a mail that did not surely arrive. */
export const troubleNames: Record<string, string> = {
  uncertain: "Uncertain",
  refused: "Refused",
  bounced: "Came back",
  complained: "Reported as spam",
};

/** `waitlist-receipt` as people read it. */
export function purposeText(purpose: string): string {
  const words = purpose.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What was answered when a mail was sent, in words where it is our own. */
export const answerText = (answer: string | null) =>
  answer === "suppressed" ? "not sent: this address wants no emails, or one came back" : answer;

/** Refuses a form that would cause another mail, where that says nothing about an address. */
export const tooManyMails =
  "Too many emails were asked for from your network or on this site, so this one was not sent. Please try again in an hour, or tomorrow.";
