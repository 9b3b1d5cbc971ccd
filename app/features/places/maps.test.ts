import { expect, it } from "vitest";
import { mapSites } from "../../site.ts";
import { pointIn } from "./coordinates.ts";
import { mapUrl } from "./maps.ts";

const place = {
  key: "hall",
  name: "Hall & Garden",
  street: "1 Kīlauea Avenue",
  city: "Hilo",
  island: "hawaii" as const,
};
const at = { ...place, latitude: 19.72, longitude: -155.08 };

it.each(mapSites)("%s is asked for the coordinates, in a form in which we read them ourselves", (site) => {
  expect(pointIn(mapUrl(site, at))).toEqual({ latitude: 19.72, longitude: -155.08 });
});

it.each([
  ["OpenStreetMap", "https://www.openstreetmap.org", "query"],
  ["Google Maps", "https://www.google.com", "query"],
  ["Apple Maps", "https://maps.apple.com", "q"],
] as const)("%s is asked for name and address if there are no coordinates", (site, origin, name) => {
  const url = new URL(mapUrl(site, place));
  expect([url.origin, url.searchParams.get(name)]).toEqual([origin, "Hall & Garden, 1 Kīlauea Avenue, Hilo, HI"]);
});
