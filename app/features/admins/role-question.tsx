import { Danger } from "../../admin/danger.tsx";
import { type Role, roleWords } from "../../admin/roles.ts";
import { Button } from "../../ui/button.tsx";
import type { Account } from "./accounts.server.ts";

export const otherRole: Record<Role, { role: Role; title: string }> = {
  owner: { role: "editor", title: "an editor" },
  editor: { role: "owner", title: "an owner" },
};

interface QuestionProps {
  account: Account;
  me: string;
  /** path of the page of all admins */
  path: string;
}

export function RoleQuestion({ account, me, path }: QuestionProps) {
  const { role, title } = otherRole[account.role];
  return (
    <Danger
      id="role"
      isQuestion
      title={`Make ${account.email} ${title}?`}
      text={
        account.id === me ? (
          <>
            <strong>This is you.</strong> {roleWords[role]} You will be signed out everywhere, and only another owner or
            the operator can make you an owner again.
          </>
        ) : (
          `${roleWords[role]} The change takes effect right away: this account is signed out everywhere and has to sign in again.`
        )
      }
    >
      <form method="post" action={path} className="actions">
        <input type="hidden" name="intent" value="role" />
        <input type="hidden" name="id" value={account.id} />
        <input type="hidden" name="role" value={role} />
        <Button className="danger" data-busy="Changing …">
          Make {title}
        </Button>
        <a href={path}>Keep the role</a>
      </form>
    </Danger>
  );
}

export function RemovalQuestion({ account, me, path }: QuestionProps) {
  return (
    <Danger
      id="remove"
      isQuestion
      title={`Remove ${account.email}?`}
      text={
        account.id === me ? (
          <>
            <strong>This is you.</strong> You will lose access to this area right away, and only another owner or the
            operator can add you again.
          </>
        ) : (
          "The account will remain, but can no longer use this area. Its own door passes end at once; other links that it made are listed after, with a button that ends them."
        )
      }
    >
      <form method="post" action={path} className="actions">
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="id" value={account.id} />
        <Button className="danger">{account.id === me ? "Remove myself" : "Remove"}</Button>
        <a href={path}>Keep</a>
      </form>
    </Danger>
  );
}
