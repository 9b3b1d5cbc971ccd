export interface Credentials {
  email: string;
  password: string;
}

/** What the cases are run against; CONTRACT_TARGET names one, and vitest's global set-up starts it. */
export interface Target {
  /** The embedded Supabase, the real parts, or a hosted Supabase project. */
  kind: "lite" | "real" | "hosted";
  url: string;
  /** URL of the auth server's admin API, if it differs. */
  accounts?: string;
  publishable: string;
  secret: string;
  admin: Credentials;
  member: Credentials;
  /** Created by `npm run admin -- add`; the password is the one-time password that it printed. */
  operator: Credentials;
  /** A connection URL for a role that may change other roles, if there is one. */
  database?: string;
  versions: Record<string, string>;
}
