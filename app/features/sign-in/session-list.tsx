import { When } from "../../admin/when.tsx";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Button } from "../../ui/button.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import type { ListedSession } from "./sessions.server.ts";

interface Sessions {
  sessions: ListedSession[];
  /** The route that handles the intents end-session and end-sessions. */
  action: string;
}

/** Lists an admin's sessions, each with a button to end it; the current one ends by signing out. */
export function SessionList({ sessions, action }: Sessions) {
  const others = sessions.filter(({ is_own }) => !is_own);
  if (sessions.length === 0) return <p>No session is open.</p>;
  return (
    <>
      <table className="rows">
        <caption className="hint">{pluralize(sessions.length, "session")}</caption>
        <ColumnHeads names={["Browser", "Signed in", "Last seen", "End"]} />
        <tbody>
          {sessions.map((session) => (
            <tr key={session.id}>
              <th scope="row">
                {session.device}
                {session.is_own ? " (this one)" : null}
                {session.is_verified ? null : <span className="hint"> (second factor not entered yet)</span>}
              </th>
              <td data-label="Signed in">
                <When at={session.started_at} />
              </td>
              <td data-label="Last seen">
                <When at={session.seen_at} />
              </td>
              <td>
                {session.is_own ? <span className="hint">Use Logout</span> : <End session={session} action={action} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {others.length > 1 ? (
        <form method="post" action={action} className="form">
          <input type="hidden" name="intent" value="end-sessions" />
          <Button looks={["ghost"]} data-busy="Ending …">
            End {others.length === sessions.length ? "all" : "all other"} sessions
          </Button>
        </form>
      ) : null}
    </>
  );
}

function End({ session, action }: { session: { id: string; device: string }; action: string }) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="intent" value="end-session" />
      <input type="hidden" name="session" value={session.id} />
      <Button looks={["ghost", "small"]} data-busy="Ending …">
        End<span className="visually-hidden"> the session of {session.device}</span>
      </Button>
    </form>
  );
}
