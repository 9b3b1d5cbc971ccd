import type { MapSite } from "../../site.ts";
import type { PlaceDetails } from "./places.ts";

export const addressOf = ({ street, city }: Pick<PlaceDetails, "street" | "city">) =>
  [street, city].filter(Boolean).join(", ");

/** The URL of a place on a map site: at its coordinates if it has any, else by its name and address. */
export function mapUrl(site: MapSite, place: PlaceDetails): string {
  const { latitude, longitude } = place;
  const point = latitude === undefined || longitude === undefined ? null : `${latitude},${longitude}`;
  const words = `${place.name}, ${addressOf(place)}, HI`;
  switch (site) {
    case "OpenStreetMap":
      return point
        ? `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`
        : `https://www.openstreetmap.org/search?${new URLSearchParams({ query: words })}`;
    case "Google Maps":
      return `https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query: point ?? words })}`;
    case "Apple Maps":
      return `https://maps.apple.com/?${new URLSearchParams(point ? { ll: point, q: place.name } : { q: words })}`;
  }
}
