import type { ReactNode } from "react";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import type { Heading } from "../../ui/outline.tsx";
import { durationText, retention } from "../retention/retention.ts";
import type { LegalDocument } from "./legal-changes.ts";
import Privacy, { outline as outlineOfPrivacy } from "./privacy.mdx";
import type { Processor } from "./processors.server.ts";
import Terms, { outline as outlineOfTerms } from "./terms.mdx";

const documents = {
  terms: { Text: Terms, outline: outlineOfTerms },
  privacy: { Text: Privacy, outline: outlineOfPrivacy },
};

export const outlineOf = (document: LegalDocument) => JSON.parse(documents[document].outline) as Heading[];

interface LegalTextProps {
  hasFrame: boolean;
  document: LegalDocument;
  processors: Processor[];
  sendsMail: boolean;
  sendsIssues: boolean;
}

export function LegalText({ document, processors, hasFrame, sendsMail, sendsIssues }: LegalTextProps) {
  const { Text } = documents[document];
  const Processors = () => (
    <ul>
      {processors.map((processor) => (
        <li key={processor.name}>
          <strong>{processor.name}</strong>: {processor.gets}.
        </li>
      ))}
    </ul>
  );
  const WithMail = ({ children }: { children: ReactNode }) => (sendsMail ? children : null);
  const WithoutMail = ({ children }: { children: ReactNode }) => (sendsMail ? null : children);
  const WithIssues = ({ children }: { children: ReactNode }) => (sendsIssues ? children : null);
  const WithFrame = ({ children }: { children: ReactNode }) => (hasFrame ? children : null);
  const Rows = () => <Retention sendsMail={sendsMail} sendsIssues={sendsIssues} />;
  return <Text components={{ Processors, Retention: Rows, Kept, WithMail, WithoutMail, WithIssues, WithFrame }} />;
}

const Kept = ({ what }: { what: keyof typeof retention }) => <>{durationText(retention[what])}</>;

function Retention({ sendsMail, sendsIssues }: Pick<LegalTextProps, "sendsMail" | "sendsIssues">) {
  const kept = (what: keyof typeof retention) => durationText(retention[what]);
  const rows = [
    [
      "Waitlist entry, with its reservation",
      `until ${kept("afterEdition")} after the edition you are waiting for is over, and at most ${kept("waitlistEntry")}`,
    ],
    ["What you answered to a question for the evening", `${kept("answer")} after the event`],
    ["Which talks you stored as your agenda", `${kept("agenda")} after the event`],
    [
      sendsMail ? "Email address and corrections of a speaker" : "What a speaker corrects",
      `${kept("speakerContact")} after the event`,
    ],
    ["How many came without a reservation, with the helper’s name", kept("walkIn")],
    ["The number of a credential that you download, without your name", "for good"],
    [
      "The name of a link for helpers at the door, and what they pressed on their phones",
      `${kept("doorPass")} after the event`,
    ],
    ["How often your mailbox and your network were used in our forms, as digests", kept("spending")],
    ...(sendsMail
      ? ([
          ["A waitlist entry that you have left yourself", `${kept("departure")}, so that you can undo it`],
          ["A new address for a waitlist, and the one it replaces", kept("waitlistAddressChange")],
          ["A talk that you proposed", `${kept("proposal")} after the event, or after it was declined`],
          ["Address for emails about new editions of a series", "as long as you subscribe"],
          ["Such an address, or a proposed talk, before you confirm it", kept("unconfirmedSubscriber")],
          ["That we sent you an email, and what came of it, with a digest of your address", kept("mail")],
          [
            "That we wrote to you about an event, and what came of it, with the same digest",
            `as long as your waitlist entry, and at least ${kept("mail")}`,
          ],
          [
            "From which network you sent a form, as a digest",
            `until you confirm your address, ${kept("unconfirmedRow")} at most`,
          ],
          [
            "That an address wants no email from us, as a digest",
            sendsIssues ? "for good; after you had a subscription erased, until you confirm a new one" : "for good",
          ],
        ] as const)
      : []),
    ...(sendsIssues
      ? ([
          [
            "Newsletter address",
            `until you leave, and ${kept("departedSubscriber")} longer, so that you can come back; you can have it erased at once`,
          ],
          [
            "Newsletter address that is not confirmed",
            `${kept("unconfirmedSubscriber")}; without a limit if you subscribed before we asked for confirmations`,
          ],
          [
            "Such an address that was brought from elsewhere",
            `${kept("unconfirmedSubscriber")} after we asked you to confirm it`,
          ],
          ["A new address for your newsletter that is not confirmed", kept("addressChange")],
        ] as const)
      : ([["Newsletter address", "until you unsubscribe"]] as const)),
    [
      "A file of addresses from elsewhere",
      `${kept("stagedImport")} at most; which line became what, ${kept("appliedImport")}`,
    ],
    [
      sendsMail ? "Contact message, with what we answered" : "Contact message",
      `${kept("handledMessage")} after it has been dealt with`,
    ],
    ["Suggestion", `${kept("handledSuggestion")} after it was accepted or declined`],
    ["What is suspected to be spam", kept("spam")],
    ["Keys of a like", `${kept("likeKeys")}; the like stays counted without them`],
    ["Visitor cookie", "13 months in your browser, or until you delete it"],
    [
      "Newsletter address that the newsletter service could not take yet",
      `until the service has it, ${kept("keptForProvider")} at most`,
    ],
    ["Digest of an address that was sent to the newsletter service", kept("newsletterRequest")],
    ["Failed sign-ins of administrators, as digests", kept("signInFailure")],
    ["Digests of the network addresses they sign in from", `${kept("knownAddress")} after the last time`],
    ["Digests of the browsers they sign in with", `${kept("knownDevice")} after the last time`],
    ...(sendsMail
      ? ([
          ["Invitations to become an administrator", kept("adminInvitation")],
          ["That an administrator asked for a new password", kept("passwordLink")],
          ["A new address of an administrator, with the one before it", kept("adminAddressChange")],
        ] as const)
      : []),
    ["Admin session", `${kept("idleSession")} without use, at most ${kept("adminSession")}`],
    ["When a code of an administrator’s second factor was tried", kept("codeTry")],
    ["What the authenticator app of an administrator shares with us, encrypted", "until it is switched off"],
    [
      "Record of what administrators changed, and of when and with which browser they signed in",
      `${kept("logEntry")}, sign-ins ${kept("signIn")}, a wrong password ${kept("refusedSignIn")}; who made a change is erased with their account; that a person was erased is kept as a digest`,
    ],
    ["Lines of our log", "up to 7 days, at the service that delivers the pages"],
  ] as const;
  return (
    <table>
      <ColumnHeads names={["What", "How long"]} />
      <tbody>
        {rows.map(([what, howLong]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{howLong}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
