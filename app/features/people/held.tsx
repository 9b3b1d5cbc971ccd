import { logs } from "../../admin/roles.ts";
import { When } from "../../admin/when.tsx";
import { pluralize } from "../../platform/text/pluralize.ts";
import { pageOf } from "../audit-log/audit-entry.ts";
import type { PersonalData } from "./people.server.ts";

interface HeldProps {
  person: PersonalData;
  endpoint: string | null;
}

const countersOf = ({ counters }: PersonalData) => Object.values(counters).reduce((sum, count) => sum + count, 0);

export const holdsNothing = (person: PersonalData) =>
  !person.account &&
  countersOf(person) +
    [
      person.waitlists,
      person.left_waitlists,
      person.waitlist_changes,
      person.mails,
      person.newsletter,
      person.newsletter_changes,
      person.series,
      person.speakers,
      person.proposals,
      person.invitations,
      person.address_changes,
      person.messages,
      person.suggestions,
      person.imports,
      person.likes,
      person.log,
      person.mentions,
    ].flat().length ===
    0;

export function Held({ person, endpoint }: HeldProps) {
  const {
    waitlists,
    left_waitlists: left,
    waitlist_changes: waitlistChanges,
    mails,
    newsletter,
    newsletter_changes: changes,
    series,
    speakers,
    proposals,
    invitations,
    address_changes: addressChanges,
    messages,
    suggestions,
    imports,
    account,
    likes,
    log,
    mentions,
  } = person;
  const keyed = countersOf(person);
  const forwarded =
    waitlists.filter(({ delivery }) => delivery?.delivered_at).length + left.filter((each) => each.delivered_at).length;
  if (holdsNothing(person)) return <p>This site holds nothing about this address.</p>;
  return (
    <dl className="facts">
      {waitlists.length > 0 ? (
        <>
          <dt>Sign-ups</dt>
          <dd>
            {waitlists
              .map((entry) => (entry.suspected_spam ? `${entry.event} (suspected spam)` : entry.event))
              .join(", ")}
          </dd>
        </>
      ) : null}
      {left.length > 0 ? (
        <>
          <dt>Left within a day</dt>
          <dd>{left.map((entry) => entry.event).join(", ")}</dd>
        </>
      ) : null}
      {forwarded > 0 ? (
        <>
          <dt>Who else has it</dt>
          <dd className="wrap-anywhere">
            {endpoint ?? "A service that is no longer connected"} has received name and address of{" "}
            {pluralize(forwarded, "entry", "entries")}: export and delete there, too
          </dd>
        </>
      ) : null}
      {waitlistChanges.length > 0 ? (
        <>
          <dt>New addresses</dt>
          <dd>
            {pluralize(waitlistChanges.length, "change")} of an address on a waitlist, asked for or just confirmed
          </dd>
        </>
      ) : null}
      {mails.length > 0 ? (
        <>
          <dt>Emails</dt>
          <dd>{pluralize(mails.length, "email")} that we sent or will send</dd>
        </>
      ) : null}
      {newsletter.length > 0 ? (
        <>
          <dt>Newsletter</dt>
          <dd>
            {newsletter.every((each) => each.left_at)
              ? "unsubscribed, and kept for 30 days"
              : "on the list of subscribers"}
          </dd>
        </>
      ) : null}
      {series.length > 0 ? (
        <>
          <dt>Series</dt>
          <dd>
            {pluralize(series.length, "subscription")} to new editions of {series.map((each) => each.series).join(", ")}
          </dd>
        </>
      ) : null}
      {speakers.length > 0 ? (
        <>
          <dt>Speaker</dt>
          <dd>to be asked for corrections of the program of {speakers.map(({ event }) => event).join(", ")}</dd>
        </>
      ) : null}
      {proposals.length > 0 ? (
        <>
          <dt>Proposed talks</dt>
          <dd>{proposals.map(({ title, event }) => `${title} (${event})`).join(", ")}</dd>
        </>
      ) : null}
      {changes.length > 0 ? (
        <>
          <dt>Changes of address</dt>
          <dd>{pluralize(changes.length, "change")} of where the newsletter goes</dd>
        </>
      ) : null}
      {messages.length > 0 ? (
        <>
          <dt>Messages</dt>
          <dd>{pluralize(messages.length, "message")}</dd>
        </>
      ) : null}
      {suggestions.length > 0 ? (
        <>
          <dt>Suggestions</dt>
          <dd>{pluralize(suggestions.length, "suggestion")}</dd>
        </>
      ) : null}
      {imports.length > 0 ? (
        <>
          <dt>Files to be imported</dt>
          <dd>{pluralize(imports.length, "line")}, deleted with the file</dd>
        </>
      ) : null}
      {account ? (
        <>
          <dt>Account</dt>
          <dd>
            {account.is_admin ? "an admin" : "not an admin"}, since <When at={account.created_at} />
          </dd>
        </>
      ) : null}
      {invitations.length > 0 ? (
        <>
          <dt>Invitations</dt>
          <dd>{pluralize(invitations.length, "invitation")} to become an admin</dd>
        </>
      ) : null}
      {addressChanges.length > 0 ? (
        <>
          <dt>Address of the account</dt>
          <dd>{pluralize(addressChanges.length, "change")} of the address to sign in with, asked for or just made</dd>
        </>
      ) : null}
      {likes.length > 0 ? (
        <>
          <dt>Likes</dt>
          <dd>{pluralize(likes.length, "like")} of the account</dd>
        </>
      ) : null}
      {log.length > 0 ? (
        <>
          <dt>Log</dt>
          <dd>{pluralize(log.length, "entry", "entries")} by the account, or with the address</dd>
        </>
      ) : null}
      {mentions.length > 0 ? (
        <>
          <dt>Named in</dt>
          <dd>
            {mentions.map((mention) => (
              <Mention key={mention.table + mention.id} {...mention} />
            ))}
          </dd>
        </>
      ) : null}
      {keyed > 0 ? (
        <>
          <dt>Counters</dt>
          <dd>{pluralize(keyed, "row")} under a digest of the address, to prevent abuse</dd>
        </>
      ) : null}
    </dl>
  );
}

function Mention({ table, id }: PersonalData["mentions"][number]) {
  const page = pageOf({ verb: "update", table_name: table, row_id: id, changes: null });
  const name = table === "article_revisions" ? "Text of an article" : (logs[table]?.name ?? table);
  return <>{page ? <a href={page}>{name}</a> : name} </>;
}
