import { ExternalLink } from "../../ui/button.tsx";
import { useSite } from "../../use-site.ts";
import { mapUrl } from "./maps.ts";
import type { PlaceDetails } from "./places.ts";

/** A link to the place on the map site that the owners have chosen; nothing if they have chosen none. */
export function MapLink({ place }: { place: PlaceDetails }) {
  const { mapSite } = useSite();
  return mapSite ? (
    <ExternalLink className="inline-block py-1" href={mapUrl(mapSite, place)}>
      Open in a map<span className="visually-hidden">: {place.name}</span>
    </ExternalLink>
  ) : null;
}
