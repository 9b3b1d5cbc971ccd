/** When a session of an admin ends: so long after its last request, and so long after it began. A test holds the database to them. */
export const sessionLimits = { idle: { minutes: 30 }, whole: { hours: 8 } };
