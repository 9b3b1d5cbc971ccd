import { pluralize } from "../../platform/pluralize.ts";
import type { Untold } from "./telling.ts";

/** What has changed about an event, and not everybody on its waitlist has heard. @param path of the page to write to them */
export function UntoldNotice({ path, untold }: { path: string; untold: Untold[] }) {
  if (untold.length === 0) return null;
  return (
    <section className="panel" aria-label="Not yet notified">
      <ul className="needs">
        {untold.map(({ kind, owed, of }) => (
          <li key={kind}>
            <span>
              {pluralize(owed, "person has", "people have")} not been notified {of}
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
