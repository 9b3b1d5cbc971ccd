import { roleNames } from "../../admin/roles.ts";
import { When } from "../../admin/when.tsx";
import { pluralize } from "../../platform/text/pluralize.ts";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import type { Account } from "./accounts.server.ts";
import { otherRole } from "./role-question.tsx";

interface AdminsProps {
  admins: readonly Account[];
  me: string;
  /** path of the page of all admins */
  path: string;
}

export function AdminTable({ admins, me, path }: AdminsProps) {
  const owners = admins.filter(({ role }) => role === "owner");
  return (
    <table className="rows">
      <caption className="hint">{pluralize(admins.length, "admin")}</caption>
      <ColumnHeads names={["Email", "Role", "Admin since", "Change"]} />
      <tbody>
        {admins.map(({ id, email, role, since }) => (
          <tr key={id}>
            <th scope="row" className="wrap-anywhere">
              <a href={`${path}/${id}`}>{email}</a>
              {id === me ? " (you)" : null}
            </th>
            <td data-label="Role">{roleNames[role]}</td>
            <td data-label="Admin since">
              <When at={since} />
            </td>
            <td>
              {role === "owner" && owners.length === 1 ? (
                <span className="hint">The last owner stays an owner and cannot be removed</span>
              ) : (
                <span className="actions">
                  <a href={`${path}?change=${id}`}>
                    Make {otherRole[role].title}
                    <span className="visually-hidden"> of {email}</span> …
                  </a>
                  <a href={`${path}?confirm=${id}`}>
                    Remove<span className="visually-hidden"> {email}</span> …
                  </a>
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
