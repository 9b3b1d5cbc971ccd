import { withoutLinkSecret } from "../../platform/text/link-secret.ts";
import type { Publisher } from "../../site.ts";

/** A credential as stored in the database; nothing in it names a person. */
export interface Issued {
  number: number;
  id: string;
  subject: string;
  taken_back_at: string | null;
  is_sample: boolean;
}

export interface Attended {
  event: { key: string; title: string };
  /** ISO 8601: when they were checked in */
  at: string;
  /** "Saturday, May 1, 2027" */
  day: string;
  place: string | null;
}

/** The id of the site as an issuer: https://w3c-ccg.github.io/did-method-web/ */
export const didOf = (origin: string) => `did:web:${new URL(origin).host.replace(":", "%3A")}`;

/** The number of bits in a list of revoked credentials: the minimum that the standard allows. */
export const listLength = 131_072;

const credentialContext = "https://www.w3.org/ns/credentials/v2";
const badgeContext = "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json";
const badgeSchema = "https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json";

const statusPath = (list: number) => `/credentials/status/${list}`;

const seconds = (moment: string) => Math.floor(Date.parse(moment) / 1000);
/** Without fractional seconds, so that every verifier accepts it as an XML Schema date. */
const second = (moment: string) => `${new Date(moment).toISOString().slice(0, 19)}Z`;

/** An Open Badge 3.0 as a JWT: a person was checked in. It has nothing that its holder typed. */
export function badgeOf(
  { number, id, subject, is_sample: isSample }: Issued,
  attended: Attended,
  { origin, site }: Publisher,
) {
  const did = didOf(origin);
  const { event, at, day, place } = attended;
  const sample = isSample ? "Sample: " : "";
  const where = place ? `, ${place}` : "";
  const list = `${origin}${statusPath(Math.floor(number / listLength) + 1)}`;
  const index = String(number % listLength);
  return {
    "@context": [credentialContext, badgeContext],
    id: `urn:uuid:${id}`,
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    name: `${sample}Attendance: ${event.title}`,
    issuer: { id: did, type: ["Profile"], name: site.name, url: origin },
    validFrom: second(at),
    credentialSubject: {
      id: `urn:uuid:${subject}`,
      type: ["AchievementSubject"],
      achievement: {
        id: `${origin}/events/${withoutLinkSecret(event.key)}#attendance`,
        type: ["Achievement"],
        name: `${sample}${event.title}`,
        description: `${sample}Was checked in at ${event.title} on ${day}${where}.`,
        criteria: { narrative: "Was checked in at the door of the event." },
      },
    },
    credentialStatus: {
      id: `${list}#${index}`,
      type: "BitstringStatusListEntry",
      statusPurpose: "revocation",
      statusListIndex: index,
      statusListCredential: list,
    },
    credentialSchema: [{ id: badgeSchema, type: "1EdTechJsonSchemaValidator2019" }],
    iss: did,
    sub: `urn:uuid:${subject}`,
    nbf: seconds(at),
    jti: `urn:uuid:${id}`,
  };
}

/** A list of revoked credentials as a JWT (W3C Bitstring Status List 1.0). @param encoded by `encodeBits` */
export function statusListOf(list: number, encoded: string, { origin, now }: { origin: string; now: Date }) {
  const did = didOf(origin);
  const id = `${origin}${statusPath(list)}`;
  const from = second(now.toISOString());
  return {
    "@context": [credentialContext],
    id,
    type: ["VerifiableCredential", "BitstringStatusListCredential"],
    issuer: did,
    validFrom: from,
    credentialSubject: {
      id: `${id}#list`,
      type: "BitstringStatusList",
      statusPurpose: "revocation",
      encodedList: encoded,
    },
    iss: did,
    sub: `${id}#list`,
    nbf: seconds(from),
    jti: id,
  };
}
