/** What is said, in words and to machines, when the sign-in throttle refuses to try a password. */
export const tooManyAttempts = {
  text: "Too many attempts. Please try again in 15 minutes.",
  headers: { "Retry-After": "900" },
};
