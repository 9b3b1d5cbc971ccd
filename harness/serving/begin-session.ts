/** The URL and keys of a Supabase. */
interface Keys {
  url: string;
  publishable: string;
  secret: string;
}

interface Credentials {
  email: string;
  password: string;
}

/** The keys of a stack, from its settings. */
export const keysOf = (settings: Record<string, string | undefined>): Keys => ({
  url: settings.SUPABASE_URL ?? "",
  publishable: settings.SUPABASE_PUBLISHABLE_KEY ?? "",
  secret: settings.SUPABASE_SECRET_KEY ?? "",
});

/** The local admin of a stack, from its settings. */
export const localAdmin = (settings: Record<string, string | undefined>): Credentials => ({
  email: settings.LOCAL_ADMIN_EMAIL ?? "",
  password: settings.LOCAL_ADMIN_PASSWORD ?? "",
});

/**
 * Signs in as the Worker does: with a password at the auth server, and recording the session.
 * @returns the access token
 */
export async function beginSession(keys: Keys, credentials: Credentials): Promise<string> {
  const { url, publishable } = keys;
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: publishable, "Content-Type": "application/json" },
    body: JSON.stringify(credentials),
  });
  if (!answer.ok) throw new Error(`${credentials.email} cannot sign in: ${answer.status} ${await answer.text()}`);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  await noteSession(keys, token);
  return token;
}

/** Records the session of a token from the auth server; without this, an admin's token has no access. */
export async function noteSession({ url, secret }: Keys, token: string): Promise<void> {
  const { sub, session_id } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  const noted = await fetch(`${url}/rest/v1/rpc/begin_session`, {
    method: "POST",
    headers: {
      apikey: secret,
      ...(secret.startsWith("sb_") ? {} : { Authorization: `Bearer ${secret}` }),
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ p_user: sub, p_session: session_id, p_device: "A test" }),
  });
  if (!noted.ok) throw new Error(`The session cannot begin: ${noted.status} ${await noted.text()}`);
}
