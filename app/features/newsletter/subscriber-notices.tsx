import type { ComponentProps } from "react";
import { StrangersQueue } from "../mail/strangers-queue.tsx";
import { AskToConfirm } from "./ask-to-confirm.tsx";
import { KeptAddresses } from "./kept-addresses.tsx";

interface SubscriberNoticesProps {
  kept: ComponentProps<typeof KeptAddresses>;
  inTurn: ComponentProps<typeof StrangersQueue>;
  /** how many people were never asked to confirm */
  unasked: number;
}

export function SubscriberNotices({ kept, inTurn, unasked }: SubscriberNoticesProps) {
  return (
    <>
      {kept.total > 0 ? <KeptAddresses {...kept} /> : null}
      <StrangersQueue {...inTurn} />
      {unasked > 0 ? <AskToConfirm count={unasked} /> : null}
    </>
  );
}
