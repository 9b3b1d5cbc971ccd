import type { Place } from "schema-dts";
import { region } from "../../community.ts";
import type { PlaceDetails } from "./places.ts";

export function placeStructure({ name, street, city, latitude, longitude }: PlaceDetails): Exclude<Place, string> {
  return {
    "@type": "Place",
    name,
    address: {
      "@type": "PostalAddress",
      ...(street ? { streetAddress: street } : {}),
      addressLocality: city,
      ...region,
    },
    ...(latitude !== undefined && longitude !== undefined
      ? { geo: { "@type": "GeoCoordinates", latitude, longitude } }
      : {}),
  };
}
