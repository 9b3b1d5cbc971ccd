import { useContext } from "react";
import { seeOther, withDone } from "../platform/request/http.ts";
import { Notice, Toast } from "../ui/form-messages.tsx";
import { DoneWord } from "./done-word.tsx";

const words = {
  "signed-in": "Welcome back!",
  "signed-in-late": "You are signed in. What you had entered could not be restored, so please enter it again.",
  created: "Created.",
  saved: "Saved.",
  "link-replaced": "Replaced.",
  "link-renewed": "The event has a new link. The former one no longer works.",
  "saved-later": "Saved, for this edition and later ones.",
  placed: "Order changed.",
  published: "Published.",
  "day-moved": "The day was moved.",
  unpublished: "Unpublished. Visitors do not see it.",
  scheduled: "Scheduled.",
  "links-ended": "Ended. These links no longer work.",
  trashed: "Moved to the trash. Visitors do not see it.",
  deleted: "Deleted.",
  restored: "Restored.",
  removed: "Removed.",
  "samples-removed": "Samples removed.",
  "samples-kept": "Samples removed, except for the events that people have signed up for and their series.",
  corrected: "Corrected.",
  told: "Marked as notified.",
  cleared: "Marked as not spam.",
  declined: "Declined. Nobody is notified.",
  suspected: "Moved to suspected spam.",
  "waitlist-closed": "Closed. Nobody can join, and the page of a published event says so.",
  "waitlist-opened": "Reopened.",
  "test-queued": "A test is on its way to your address.",
  "campaign-started": "The emails are on their way. Reload this page to see how many have been sent.",
  "campaign-scheduled": "Scheduled. It is listed below, where you can take it back.",
  "campaign-taken-back": "This email is a draft again.",
  "campaign-paused": "Paused. What was already on its way still arrives.",
  "campaign-resumed": "The emails are on their way again.",
  retried: "Queued to be sent again.",
  left: "Left as it is.",
  answered: "Your answer is on its way.",
  "decided-untold": "Decided. No email was sent, so answer them yourself.",
  "link-ended": "The link no longer works.",
  "speaker-asked": "The email to the speaker is on its way.",
  erased: "Erased: no entry, message, note or account contains this address anymore.",
  "nothing-held": "There was nothing to erase for this address.",
  asked: "The emails are on their way. Nobody is asked twice.",
  added: "Added.",
  "question-closed": "Closed. Nobody is asked, and the answers stay.",
  "question-opened": "People are asked again.",
  "role-changed": "The role is saved.",
  "already-admin": "This account is an admin.",
  "link-check-asked": "The link is checked within the next minutes.",
  "issue-tested": "A test was sent to your address.",
  "issue-sent": "Sending begins within a minute or two, after any issue that is still going out.",
  "issue-scheduled": "Scheduled.",
  "issue-unscheduled": "This issue is a draft again.",
  "issue-paused": "Paused. Emails that are on their way may still arrive.",
  "issue-resumed": "Sending goes on within a minute or two, after any earlier issue that is still going out.",
  staged: "Read. Nothing has been imported yet: look it over below.",
  imported: "Imported. Nobody was written to.",
  "list-applied": "Applied. New people get an email with the link to their page.",
  "import-undone": "Undone.",
  posted: "Queued. It is sent within a minute or two if the channel answers.",
  copied: "Copied. This is the next edition, as a draft.",
  "added-placed": "Added. They have a spot.",
  "added-waiting": "Added to the end of the waitlist.",
  "moved-up": "Moved to the front of the waitlist.",
  "offer-heard": "Noted. Their time to answer runs from now.",
  "offer-passed-on": "The offer was ended, and the next person on the waitlist can have it.",
  picture: "Picture saved.",
  "picture-heavy":
    "Picture saved. It is larger than 300 kB, which is slow to load on a phone: a smaller file would be better.",
  "picture-in-text": "Saved. The picture is at the end of the text: move its line to where it belongs.",
  "picture-in-text-heavy":
    "Saved. The picture is at the end of the text. It is larger than 300 kB, which is slow to load on a phone: a smaller file would be better.",
  "sessions-ended": "Ended. Nobody is signed in there anymore.",
  "no-session": "That session had ended already.",
  "codes-gone": "The codes can no longer be downloaded. If you have not saved them, make new ones.",
  "factor-required": "Every admin needs a second factor within 7 days.",
  "factor-optional": "A second factor is up to each admin.",
  "factor-none-of-your-own": "Set up a second factor of your own first.",
  "factor-reset": "The second factor was reset. Its owner gets an email that says so.",
  "credential-taken-back": "The credential was taken back. Verifiers see it within minutes.",
  "factor-reset-untold": "The second factor was reset. This site sends no email, so tell its owner yourself.",
  "factor-off": "Your second factor is off, and you were signed out everywhere else.",
  password: "Your password was changed, and you were signed out everywhere else.",
  "password-uncompared":
    "Your password was changed, and you were signed out everywhere else. It could not be compared with known leaks right now.",
  accepted: "Welcome! You have accepted the invitation and are signed in.",
  "accepted-uncompared":
    "Welcome! You have accepted the invitation and are signed in. Your password could not be compared with known leaks right now.",
  invited: "The invitation is on its way.",
  "already-invited": "This address has an invitation that is still open. Send it again, or take it back, below.",
  "invitation-sent": "The invitation is on its way again, and good for 7 days from now.",
  "invitation-not-now":
    "The invitation was not sent again: its last email is still on its way or less than a minute old, or you sent 20 within 24 hours. Try again later.",
  "invitation-gone": "This invitation was accepted or taken back in the meantime.",
  "invitation-withdrawn": "The invitation was taken back. Its link no longer works.",
  "pass-ended": "Taken back. Its link no longer works.",
  "no-pass": "This pass had been taken back before.",
  "door-early": "You can open check-in for yourself from a day before it opens.",
  "door-closed": "Check-in is over for this event, or the event is canceled, postponed or has no date.",
  "address-asked":
    "An email with a link is on its way to the new address. Nothing changes before it is confirmed there.",
  "address-canceled": "Your email address stays as it is. The link in the email no longer works.",
};

export type AdminDone = keyof typeof words;

export const seeDone = (path: string, done: AdminDone) => seeOther(withDone(path, done));

const isKnown = (done: string | null): done is AdminDone => done !== null && Object.hasOwn(words, done);

/** Reports what an admin has just done, as a toast and as text; `children` may offer to undo it. */
export function Done({ children }: { children?: React.ReactNode }) {
  const done = useContext(DoneWord);
  if (!isKnown(done)) return null;
  const text = words[done];
  return (
    <>
      <Notice title={text}>{children}</Notice>
      <div className="toasts">
        <Toast title={text} />
      </div>
    </>
  );
}
