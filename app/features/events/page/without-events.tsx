import type { SubmissionResult } from "@conform-to/react";
import { Notice } from "../../../ui/form-messages.tsx";
import { Nothing } from "../../../ui/nothing.tsx";
import { WaitlistForm } from "../../attendance/sign-up/waitlist-form.tsx";

interface WithoutEventsProps {
  /** no event is listed below either */
  isAll: boolean;
  /** the events cannot be loaded right now, and there is no copy of them */
  failed: boolean;
  /** the host that each entry is also sent to; null if it stays here */
  service: string | null;
  lastResult?: SubmissionResult<string[]>;
}

/** Shown instead of an event if there is none, or it cannot be loaded; keeps what the visitor has typed. */
export function WithoutEvents({ isAll, failed, service, lastResult }: WithoutEventsProps) {
  return (
    <>
      {failed ? (
        <Notice bad title="The events cannot be shown right now">
          We can’t reach our records right now. Please try again in a minute.
        </Notice>
      ) : isAll ? (
        <Nothing>
          <p>No events have been announced yet. They will appear here with date, place and a waitlist.</p>
        </Nothing>
      ) : null}
      {lastResult ? (
        <section id="waitlist" className="mt-8 max-w-160" aria-labelledby="waitlist-title">
          <h2 id="waitlist-title">Join the Waitlist</h2>
          <WaitlistForm
            event={String(lastResult.initialValue?.event ?? "bitcoin")}
            service={service}
            lastResult={lastResult}
            browserChecks={false}
          />
        </section>
      ) : null}
    </>
  );
}
