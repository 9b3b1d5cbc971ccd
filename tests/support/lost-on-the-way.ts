/**
 * Whether a question never reached the Worker: wrangler's own proxy says so when workerd closes a connection, because
 * it was idle for 5 s, just as the proxy uses it.
 */
export const wasLostOnTheWay = (body: string): boolean => body.startsWith("Your worker restarted mid-request.");
