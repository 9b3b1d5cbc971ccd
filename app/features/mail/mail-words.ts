import { type MailPurpose, mailPurposes } from "./mail-purposes.ts";

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

/** The purpose of an email in words; a purpose of an older version is shown as is. */
export const purposeText = (purpose: string): string =>
  purpose === "newsletter-issue"
    ? "Issue of the newsletter"
    : Object.hasOwn(mailPurposes, purpose)
      ? mailPurposes[purpose as MailPurpose][1]
      : purpose;

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
