import { Notice, Toast } from "../../../ui/form-messages.tsx";
import { LetterWait } from "../../../ui/letter-wait.tsx";
import { useSite } from "../../../use-site.ts";
import type { Event } from "../../events/event/event.ts";
import { LineRule } from "./line-rule.tsx";

/** How long (ms) spots are held for an unconfirmed address once its email is sent; same as in `start_hold`. */
const holdTime = 2 * 3_600_000;

interface SignedUpProps {
  /** `joined`: for the next edition */
  outcome: "placed" | "waiting" | "to-confirm" | "asked" | "joined";
  /** when the form was accepted */
  at: string;
  eventName: string;
  /** start of the event; null while it has no date */
  startsAt: string | null;
  meets: Event["meets"];
  movedUp: number;
  sendsMail: boolean;
}

/**
 * The outcome of signing up. It is the same for people who had signed up before, so that no one learns who comes, and
 * says nothing that is untrue for someone else who opens its URL within the minute for which it is valid.
 */
export function SignedUp({ movedUp, ...signedUp }: SignedUpProps) {
  const site = useSite();
  const { outcome, sendsMail } = signedUp;
  const { title, text } = wordsOf(signedUp);
  const did = outcome === "asked" ? "asked" : "signed up";
  return (
    <>
      <Notice title={title}>
        {text}{" "}
        {outcome === "joined"
          ? null
          : sendsMail
            ? `If you had ${did} before, nothing has changed: our email has the link to your page, which shows where you stand.`
            : `If you had ${did} before, nothing has changed. Can’t make it? Write to ${site.email}.`}
        {sendsMail && outcome !== "placed" ? <LetterWait /> : null}
      </Notice>
      {outcome === "waiting" || outcome === "to-confirm" ? (
        <div className="mt-4">
          <LineRule movedUp={movedUp} sendsMail={sendsMail} />
        </div>
      ) : null}
      <div className="toasts">
        <Toast title={title}>{text}</Toast>
      </div>
    </>
  );
}

/** How to use a spot if the site emails neither ticket nor link. */
const withoutTicket: Record<Event["meets"], string> = {
  room: "Say your name at the door.",
  online: "The organizers send you the link to join.",
  both: "In the room, say your name at the door. To take part online, the organizers send you the link to join.",
};

function wordsOf({ outcome, at, eventName, startsAt, meets, sendsMail }: Omit<SignedUpProps, "movedUp">) {
  switch (outcome) {
    case "placed": {
      if (!sendsMail) return { title: `The reservation for ${eventName} is confirmed.`, text: withoutTicket[meets] };
      const isSoon = startsAt !== null && Date.parse(startsAt) - Date.parse(at) < holdTime;
      return {
        title: "One more step: confirm by email.",
        text: `We are holding the reservation: to keep it, open the link in our email and confirm the address ${isSoon ? "before the event starts" : "within two hours"}.`,
      };
    }
    case "waiting":
      return {
        title: `The sign-up is on the waitlist for ${eventName}.`,
        text: sendsMail
          ? "Open the link in our email and confirm your address: only confirmed addresses get a free spot. The page behind the link shows your waitlist position."
          : "The organizers give free spots in the order of the waitlist, and contact you if you get one.",
      };
    case "to-confirm":
      return {
        title: `The sign-up is on the waitlist for ${eventName}.`,
        text: "Confirm your email address: open the link in our email. You get a spot if one is free then, or else keep your position on the waitlist.",
      };
    case "asked":
      return sendsMail
        ? {
            title: "One more step: confirm by email.",
            text: "Open the link in our email and confirm the address: only confirmed requests can be accepted. A request holds no spot: the organizers decide, and email you once they have.",
          }
        : {
            title: `The request to attend ${eventName} is sent.`,
            text: "It holds no spot: the organizers decide, and contact you.",
          };
    case "joined":
      return {
        title: `You've been added to the ${eventName} waitlist!`,
        text: "The list is for the next edition. We'll notify you about it.",
      };
  }
}
