/**
 * Replaces @supabase/auth-js in the Worker (worker-bundle.ts): 104 kB that keep a session in a browser. The Worker calls
 * the auth server itself (`askAuth`) and passes supabase-js the token of each request, so no auth client is created.
 */
export class AuthClient {}
