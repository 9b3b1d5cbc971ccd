/** In the Worker this stands in for @supabase/realtime-js (wrangler.toml): 61 kB of websockets that nothing here opens. */
export class RealtimeClient {
  /** supabase-js tells it each new access token. */
  async setAuth(): Promise<void> {}

  channel(): never {
    throw new Error("realtime is left out of the Worker");
  }
}
