/** When an admin's session ends, after its last request and after its start. A test checks that the database agrees. */
export const sessionLimits = { idle: { minutes: 30 }, whole: { hours: 8 } };
