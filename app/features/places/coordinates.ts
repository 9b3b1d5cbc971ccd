/** A point on earth in degrees (WGS 84). */
export interface Point {
  latitude: number;
  longitude: number;
}

const number = String.raw`(-?\d{1,3}(?:\.\d+)?)`;

/** How maps write a point in their URLs, the pin before the middle of the map. */
const patterns = [
  // Google Maps: the pin of a place
  new RegExp(`!3d${number}!4d${number}`),
  // OpenStreetMap: a marker
  new RegExp(`[?&]mlat=${number}&mlon=${number}`),
  // Google Maps, Apple Maps and others: a point as the query
  new RegExp(`[?&](?:q|query|ll|coordinate|center|destination)=(?:loc:)?${number}(?:,|%2C)(?:\\+|%20)?${number}`, "i"),
  // Google Maps: the middle of the map
  new RegExp(`@${number},${number}`),
  // OpenStreetMap: zoom and middle of the map
  new RegExp(`#map=\\d{1,2}(?:\\.\\d+)?/${number}/${number}`),
  // geo: URIs (RFC 5870) and typed numbers
  new RegExp(`^(?:geo:)?\\s*${number}\\s*[,;\\s]\\s*${number}`),
];

/** Reads a point that was typed ("21.2766, -157.7862") or pasted as a map's URL; null if there is none in it. */
export function pointIn(text: string): Point | null {
  for (const pattern of patterns) {
    const found = pattern.exec(text.trim());
    if (!found) continue;
    const [latitude, longitude] = [Number(found[1]), Number(found[2])].map(rounded) as [number, number];
    if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
  }
  return null;
}

/** Six decimals are 11 cm. */
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

export const pointText = ({ latitude, longitude }: Point) => `${latitude}, ${longitude}`;
