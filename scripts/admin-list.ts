/** A person who may use /admin, as the database returns them. */
export interface ListedAdmin {
  email: string;
  role: string;
  /** ISO 8601 */
  since: string;
}

/** One line of the output of `npm run admin -- list`. */
export const adminLine = ({ email, role, since }: ListedAdmin) =>
  `${email} (${role}, since ${new Date(since).toISOString().slice(0, 10)})`;

/** Whether the output of `npm run admin -- list` names an owner. */
export const namesOwner = (output: string) => /^\S+@\S+ \(owner, since \d{4}-\d\d-\d\d\)$/m.test(output);
