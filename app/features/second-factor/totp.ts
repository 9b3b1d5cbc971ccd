import { toBase32 } from "../../platform/text/base32.ts";

const stepMilliseconds = 30_000;
/** RFC 4648, section 6 */
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Creates a secret for an authenticator app: 160 bits, as RFC 4226 recommends. */
export const newSecret = () => crypto.getRandomValues(new Uint8Array(20));

export const secretText = (secret: Uint8Array<ArrayBuffer>) => toBase32(secret, alphabet);

/** Returns the number of the 30-second step that contains a time. @param at epoch milliseconds */
export const stepAt = (at: number) => Math.floor(at / stepMilliseconds);

/** Returns the 6-digit code of a step (RFC 6238 with SHA-1, which all authenticator apps support). */
export async function codeOf(secret: Uint8Array<ArrayBuffer>, step: number): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-1" }, false, ["sign"]);
  const mac = new DataView(await crypto.subtle.sign("HMAC", key, counter.buffer));
  const number = mac.getUint32(mac.getUint8(19) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** The step a code belongs to: the current one or, as clocks differ, a neighbor; null for a wrong code. */
export async function stepOf(secret: Uint8Array<ArrayBuffer>, code: string, now: Date): Promise<number | null> {
  const present = stepAt(now.getTime());
  const steps = [present + 1, present, present - 1];
  const codes = await Promise.all(steps.map((step) => codeOf(secret, step)));
  return steps[codes.indexOf(code)] ?? null;
}

/** Returns the URL in the QR code (Google's key URI format, which all authenticator apps read). */
export function setupAddress(secret: Uint8Array<ArrayBuffer>, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secretText(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
