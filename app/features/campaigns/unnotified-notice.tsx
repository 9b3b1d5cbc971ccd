import { pluralize } from "../../platform/text/pluralize.ts";
import { outdatedText } from "../issues/issue.ts";
import { heldText, type Unsent } from "./campaign.ts";

/** What an event's people have not been sent and an admin should look at. @param path of the page of its emails */
export function UnnotifiedNotice({ path, unsent: { unnotified, held, issues } }: { path: string; unsent: Unsent }) {
  if (unnotified.length + held.length + issues.length === 0) return null;
  return (
    <section className="panel" aria-label="Not yet notified">
      <ul className="needs">
        {unnotified.map(({ kind, queued, of }) => (
          <li key={kind}>
            <span>
              {pluralize(queued, "person has", "people have")} not been notified {of}
            </span>
            <a href={`${path}?kind=${kind}#letter`}>
              Email them<span className="visually-hidden"> {of}</span>
            </a>
          </li>
        ))}
        {held.map(({ id, subject }) => (
          <li key={id}>
            <span className="wrap-anywhere">{heldText(subject)}</span>
            <a href={path}>
              Emails<span className="visually-hidden">: {subject}</span>
            </a>
          </li>
        ))}
        {issues.map(({ id, subject }) => (
          <li key={id}>
            <span className="wrap-anywhere">{outdatedText(subject)}</span>
            <a href={`/admin/issues/${id}`}>
              The issue<span className="visually-hidden">: {subject}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
