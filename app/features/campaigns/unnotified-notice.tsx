import { pluralize } from "../../platform/text/pluralize.ts";
import type { Unnotified } from "./campaign.ts";

/** News of an event that not everyone on its waitlist has received. @param path of the page to email them */
export function UnnotifiedNotice({ path, unnotified }: { path: string; unnotified: Unnotified[] }) {
  if (unnotified.length === 0) return null;
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
      </ul>
    </section>
  );
}
