import { honoluluTime } from "../../../platform/text/honolulu.ts";
import { Notice, Toast } from "../../../ui/form-messages.tsx";
import { useSite } from "../../../use-site.ts";
import type { Event } from "../../events/event/event.ts";
import { LineRule } from "./line-rule.tsx";

/** How long (ms) spots are held for an unconfirmed address, at most until the start; same as in `take_spots`. */
const holdTime = 2 * 3_600_000;

interface SignedUpProps {
  /** `joined`: for the next edition */
  outcome: "placed" | "waiting" | "to-confirm" | "unmailed" | "joined";
  /** when the form was accepted */
  at: string;
  eventName: string;
  /** start of the event; null while it has no date */
  startsAt: string | null;
  /** where the event meets */
  meets: Event["meets"];
  /** how often admins moved someone up on this waitlist */
  movedUp: number;
  sendsMail: boolean;
}

/** The outcome of signing up. It is the same for people who had signed up before, so that no one learns who comes. */
export function SignedUp({ movedUp, ...signedUp }: SignedUpProps) {
  const site = useSite();
  const { outcome, sendsMail } = signedUp;
  const { title, text } = wordsOf(signedUp);
  return (
    <>
      <Notice title={title}>
        {text}{" "}
        {outcome === "joined"
          ? null
          : outcome === "unmailed"
            ? "If you had signed up before, nothing has changed."
            : sendsMail
              ? "If you had signed up before, nothing has changed: our email has the link to your page, which shows your sign-up."
              : `If you had signed up before, nothing has changed. Can’t make it? Write to ${site.email}.`}
      </Notice>
      {outcome === "waiting" || outcome === "to-confirm" || outcome === "unmailed" ? (
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
      if (!sendsMail) return { title: `Your reservation for ${eventName} is confirmed.`, text: withoutTicket[meets] };
      const end = Math.min(Date.parse(at) + holdTime, startsAt ? Date.parse(startsAt) : Number.POSITIVE_INFINITY);
      const until = `${honoluluTime(new Date(end))} HST`;
      return {
        title: `We hold your reservation until ${until}.`,
        text: "Open the link in our email and confirm your address to keep it.",
      };
    }
    case "waiting":
      return {
        title: `You are on the waitlist for ${eventName}.`,
        text: sendsMail
          ? "Open the link in our email and confirm your address: only confirmed addresses get a free spot. The page behind the link shows your waitlist position. When many people sign up at once, the email can take a few hours."
          : "The organizers give free spots in the order of the waitlist, and contact you if you get one.",
      };
    case "to-confirm":
      return {
        title: `You are on the waitlist for ${eventName}.`,
        text: "Confirm your email address: open the link in our email. You get a spot if one is free then, or else keep your position on the waitlist. When many people sign up at once, the email can take a few hours.",
      };
    case "unmailed":
      return {
        title: `You are on the waitlist for ${eventName}, without an email from us.`,
        text: "Several of our emails have gone to this address or were asked for from your network today, or its owner wants none. So we cannot ask you to confirm it now. Tomorrow, use “Lost your link?” on the page of the event, or write to us.",
      };
    case "joined":
      return {
        title: `You've been added to the ${eventName} waitlist!`,
        text: "The list is for the next edition. We'll notify you about it.",
      };
  }
}
