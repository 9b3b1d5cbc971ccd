/** One who may use /admin, as the database names them. */
export interface ListedAdmin {
  email: string;
  role: string;
  /** ISO 8601 */
  since: string;
}

/** A line of `npm run admin -- list`. */
export const adminLine = ({ email, role, since }: ListedAdmin) =>
  `${email} (${role}, since ${new Date(since).toISOString().slice(0, 10)})`;

/** Whether what `npm run admin -- list` has printed names an owner. */
export const namesOwner = (output: string) => /^\S+@\S+ \(owner, since \d{4}-\d\d-\d\d\)$/m.test(output);
