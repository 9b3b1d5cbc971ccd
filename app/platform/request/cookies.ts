// The names depend on the origin: browsers drop `__Host-` cookies on plain http.

export const visitorCookieName = (secure: boolean) => (secure ? "__Host-visitor" : "visitor");

export const sessionCookieName = (secure: boolean) => (secure ? "__Host-session" : "session");

export const doorCookieName = (secure: boolean) => (secure ? "__Host-door" : "door");

/** Returns the value of the first cookie with this name, or null. Takes time linear in the header's length. */
export function readCookie(header: string | null, name: string): string | null {
  const start = `${name}=`;
  for (const pair of (header ?? "").split(";")) {
    const text = pair.trim();
    if (text.startsWith(start)) return text.slice(start.length);
  }
  return null;
}
