/**
 * In the Worker this stands in for @supabase/auth-js (wrangler.toml): 104 kB that keep a session in a browser. The Worker asks the
 * auth server itself (`askAuth`), and gives supabase-js the token of each request, with which it makes no client of these.
 */
export class AuthClient {}
