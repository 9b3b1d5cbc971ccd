import { roleNames } from "../../admin/roles.ts";
import { When } from "../../admin/when.tsx";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Button } from "../../ui/button.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import type { OpenInvitation } from "./invitations.server.ts";

const path = "/admin/admins/invite";

const mailTexts: Record<string, string> = {
  due: "on its way",
  claimed: "on its way",
  accepted: "sent",
  unknown: "perhaps not delivered",
  refused: "not delivered",
  bounced: "not delivered: it came back",
  complained: "reported as spam",
};

function stateText({ state, mail }: OpenInvitation): string {
  switch (state) {
    case "expired":
      return "Expired";
    case "already-admin":
      return "Already an admin";
    case "withdrawn":
      return "Ended: the person who sent it is not an owner now";
    default:
      return `Open, ${mailTexts[mail ?? ""] ?? "not delivered"}`;
  }
}

/** Lists the invitations that have not been accepted yet; renders nothing if there are none. */
export function InvitationList({ invitations }: { invitations: OpenInvitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <table className="rows">
      <caption className="hint">{pluralize(invitations.length, "invitation")} not accepted yet</caption>
      <ColumnHeads names={["Email", "Role", "Invited", "State", "Change"]} />
      <tbody>
        {invitations.map((invitation) => (
          <tr key={invitation.id}>
            <th scope="row">{invitation.email}</th>
            <td data-label="Role">{roleNames[invitation.role]}</td>
            <td data-label="Invited">
              <When at={invitation.invited_at} /> by {invitation.invited_by}
            </td>
            <td data-label="State">{stateText(invitation)}</td>
            <td>
              <form method="post" action={path} className="actions">
                <input type="hidden" name="id" value={invitation.id} />
                <Button name="intent" value="again" looks={["ghost", "small"]}>
                  Send again<span className="visually-hidden"> to {invitation.email}</span>
                </Button>
                <Button name="intent" value="withdraw" looks={["ghost", "small"]}>
                  Take back<span className="visually-hidden"> from {invitation.email}</span>
                </Button>
              </form>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
