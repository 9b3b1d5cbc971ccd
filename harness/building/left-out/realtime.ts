/** Replaces @supabase/realtime-js in the Worker (worker-bundle.ts): 61 kB for websockets, which nothing here opens. */
export class RealtimeClient {
  /** supabase-js passes it each new access token. */
  async setAuth(): Promise<void> {}

  channel(): never {
    throw new Error("realtime is left out of the Worker");
  }
}
