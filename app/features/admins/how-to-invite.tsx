import { ButtonLink } from "../../ui/button.tsx";

export function HowToInvite({ sendsMail }: { sendsMail: boolean }) {
  if (sendsMail)
    return (
      <p>
        <ButtonLink href="/admin/admins/invite">Invite by email …</ButtonLink>
      </p>
    );
  return (
    <p className="hint">
      This site sends no email, so nobody can be invited from here, and no page resets a password. The operator, who
      runs the site’s server, creates accounts with <code>npm run admin -- add you@example.org</code>, and a one-time
      password for anyone who lost theirs with <code>npm run admin -- password you@example.org</code>.
    </p>
  );
}
