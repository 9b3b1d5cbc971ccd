import { seeOther, withDone } from "../platform/request/http.ts";

const words = {
  "signed-out": "You are signed out.",
  "signed-out-everywhere": "You are signed out everywhere, on this device and on all others.",
  accepted: "You have accepted the invitation. Sign in with the password that you chose.",
  "accepted-uncompared":
    "You have accepted the invitation. Sign in with the password that you chose. It could not be compared with known leaks right now.",
  "new-password": "Your password is changed, and you are signed out everywhere. Sign in with the new one.",
  "new-password-uncompared":
    "Your password is changed, and you are signed out everywhere. Sign in with the new one. It could not be compared with known leaks right now.",
};

export const seeSignedOut = (done: keyof typeof words) => seeOther(withDone("/admin/login", done));

/** The login page's text for a `?done=`; null if there is none. */
export const signedOutWords = (done = ""): string | null =>
  Object.hasOwn(words, done) ? words[done as keyof typeof words] : null;
