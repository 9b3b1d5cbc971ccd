/** What happens with a request to attend, before anybody sends one. */
const askRule = (sendsMail: boolean) =>
  sendsMail
    ? "A request holds no spot. We email you a link: confirm your address there, because only confirmed requests can be accepted. The organizers email you once they have decided. Only they see who asks."
    : "A request holds no spot. The organizers decide, and contact you. Only they see who asks.";

export const AskRule = ({ sendsMail }: { sendsMail: boolean }) => <p className="hint">{askRule(sendsMail)}</p>;
