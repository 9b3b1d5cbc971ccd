import { expect, it } from "vitest";
import { pointIn, pointText } from "./coordinates.ts";

it.each([
  ["21.2766, -157.7862"],
  ["21.2766 -157.7862"],
  ["geo:21.2766,-157.7862?z=17"],
  ["https://www.openstreetmap.org/?mlat=21.2766&mlon=-157.7862#map=17/21.3/-157.9"],
  ["https://www.openstreetmap.org/#map=17.5/21.2766/-157.7862"],
  ["https://www.google.com/maps/place/Kahala+Mall/@21.28,-157.79,17z/data=!4m6!3m5!8m2!3d21.2766!4d-157.7862!16s"],
  ["https://www.google.com/maps/@21.2766,-157.7862,17z"],
  ["https://www.google.com/maps/search/?api=1&query=21.2766%2C-157.7862"],
  ["https://maps.apple.com/?ll=21.2766,-157.7862&q=Kahala%20Mall"],
  ["https://maps.apple.com/place?coordinate=21.2766,-157.7862&name=Kahala"],
])("reads the point in %s", (text) => {
  expect(pointIn(text)).toEqual({ latitude: 21.2766, longitude: -157.7862 });
});

it.each(["", "Kahala", "https://maps.app.goo.gl/abcdef", "91, 10", "21.3, 181", "21.3"])("finds none in %j", (text) => {
  expect(pointIn(text)).toBeNull();
});

it("reads again what it writes, rounded to six decimals", () => {
  expect(pointText(pointIn("21.27661234567, -157.78621234567") ?? { latitude: 0, longitude: 0 })).toBe(
    "21.276612, -157.786212",
  );
});
