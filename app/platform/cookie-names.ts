// The names depend on the origin: browsers drop `__Host-` cookies on plain http.

export const visitorCookieName = (secure: boolean) => (secure ? "__Host-visitor" : "visitor");

export const sessionCookieName = (secure: boolean) => (secure ? "__Host-session" : "session");
