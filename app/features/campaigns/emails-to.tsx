import { Fragment } from "react";
import { When } from "../../admin/when.tsx";
import { titleOf } from "./campaign.ts";
import type { EmailTo } from "./campaigns.server.ts";

/** By the state of an email; of any other, the words for one on its way. */
const stateWords: Readonly<Record<string, string>> = {
  accepted: "Sent",
  refused: "Failed",
  bounced: "Came back",
  complained: "Reported as spam",
  unknown: "Uncertain",
  left: "Uncertain",
  dropped: "Not sent",
};

/** The emails about the event on the page of one person; nothing if there are none. */
export function EmailsTo({ emails }: { emails: EmailTo[] }) {
  if (emails.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="emails-to">
      <h2 id="emails-to">Emails about the event</h2>
      <dl className="facts">
        {emails.map((email) => (
          <Fragment key={email.id}>
            <dt className="wrap-anywhere">{titleOf(email)}</dt>
            <dd>
              {stateWords[email.state] ?? "On its way"}
              {email.settled_at ? (
                <>
                  , <When at={email.settled_at} />
                </>
              ) : null}
            </dd>
          </Fragment>
        ))}
      </dl>
      <p className="hint">The latest 20, newest first.</p>
    </section>
  );
}
