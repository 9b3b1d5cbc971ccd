import { type Role, roleNames } from "../../admin/roles.ts";

export interface AccessChanges {
  event: string;
  device?: string;
  reason?: string;
  role?: string;
  left?: number;
  invitation?: string;
  inviter?: string;
}

export const accessNames: Record<string, string> = {
  "signed-in": "Signed in",
  "password-entered": "Entered the password",
  "signed-out": "Signed out",
  "sign-in-refused": "Sign-in refused",
  "proof-refused": "Password refused when asked again",
  "code-refused": "Code refused",
  "new-device": "New browser",
  "password-changed": "Changed the password",
  "password-reset": "Reset a forgotten password",
  "factor-on": "Switched on the second factor",
  "factor-off": "Switched off the second factor",
  "factor-reset": "Second factor reset",
  "recovery-codes-made": "Made new recovery codes",
  "recovery-code-used": "Used a recovery code",
  "address-asked": "Asked for another email address",
  "address-changed": "Changed the email address",
  "role-changed": "Changed the role",
  "session-ended": "Session ended",
  "sessions-ended": "Sessions ended",
  invited: "Invited",
  "invitation-withdrawn": "Took an invitation back",
  "invitation-accepted": "Accepted an invitation",
  "factor-required": "Required a second factor",
  "factor-not-required": "Left the second factor to each admin",
};

const reasons: Record<string, string> = {
  "wrong-password": "wrong password",
  "too-many": "too many attempts",
  "wrong-code": "wrong code",
  "used-code": "a code that was used before",
};

/**
 * The details of an event, line by line: "Browser: Firefox on Windows", "Reason: wrong password".
 * @param named email addresses by the id of their account or invitation
 */
export function accessDetails(
  { event, device, reason, role, left, invitation, inviter }: AccessChanges,
  named: Readonly<Record<string, string>> = {},
): string[] {
  const isAccepted = event === "invitation-accepted";
  return [
    invitation && !isAccepted
      ? `Invitation for: ${named[invitation] ?? "an email address that is no longer kept"}`
      : "",
    inviter ? `Invited by: ${named[inviter] ?? "a deleted account"}` : "",
    device ? `Browser: ${device}` : "",
    reason ? `Reason: ${reasons[reason] ?? reason}` : "",
    role ? `Role: ${roleNames[role as Role] ?? role}` : "",
    left === undefined ? "" : `Recovery codes left: ${left}`,
  ].filter(Boolean);
}
