import { expect, it } from "vitest";
import { deviceOf } from "./device.ts";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  ["Firefox on Windows", "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0"],
  ["Chrome on Android", `Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/142.0.0.0 Mobile Safari/537.36`],
  [
    "Edge on Windows",
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
  ],
  [
    "Safari on iPhone",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Safari/604.1",
  ],
  [
    "Safari on Mac",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15",
  ],
  ["w3m", "w3m/0.5.3+git20230121"],
  ["A browser", "x".repeat(5000)],
  ["A browser", null],
])("describes the user agent of %s", (words, userAgent) => expect(deviceOf(userAgent)).toBe(words));
