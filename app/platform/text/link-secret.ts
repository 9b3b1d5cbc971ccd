/** The secret part of the address of an event by link, as the database makes it; no key ends like this. */
const secret = /-[a-z2-7]{32}(?![a-z0-9-])/;

const inUrl = /(?:\/events\/|[?&]event=)[a-z0-9-]*-[a-z2-7]{32}(?![a-z0-9-])/;

/** Whether an event's address, or a name made of it, has the secret of an event by link. */
export const hasLinkSecret = (address: string) => secret.test(address);

/** Whether a path or URL leads to something of an event by link. */
export const leadsByLink = (url: string) => inUrl.test(url);

/** Returns an event's address without the secret that only people with the link may have: its key. */
export const withoutLinkSecret = (address: string) => address.replace(secret, "");
