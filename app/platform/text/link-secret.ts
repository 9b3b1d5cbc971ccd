/** The secret part of the address of an event by link, as the database makes it; no key ends like this. */
const secret = /-[a-z2-7]{32}(?![a-z0-9-])/;

/** Whether a path or a query names an event by link with its secret, whatever follows. */
export const hasLinkSecret = (address: string) => secret.test(address);

/** Returns an event's address without the secret that only people with the link may have: its key. */
export const withoutLinkSecret = (address: string) => address.replace(secret, "");
