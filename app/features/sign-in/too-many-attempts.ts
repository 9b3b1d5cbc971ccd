export const tooManyAttempts = {
  text: "Too many attempts. Please try again in 15 minutes.",
  headers: { "Retry-After": "900" },
};
