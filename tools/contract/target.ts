export interface Credentials {
  email: string;
  password: string;
}

/** What the cases are asked of; CONTRACT_TARGET names one, and vitest's global set-up starts it. */
export interface Target {
  /** the embedded Supabase; its parts or a project of Supabase's own */
  kind: "lite" | "real" | "hosted";
  url: string;
  /** where the admin API of the auth server answers, when that is somewhere else */
  accounts?: string;
  publishable: string;
  secret: string;
  admin: Credentials;
  member: Credentials;
  /** made by `npm run admin -- add`; the password is the one-time password that it printed */
  operator: Credentials;
  /** for a role that may change others, where there is a way to it */
  database?: string;
  versions: Record<string, string>;
}
