/** Patterns of browsers, more specific ones before those whose tokens they also send. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/Chrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^Lynx\//, "Lynx"],
  [/^w3m\//, "w3m"],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** Describes browser and system as far as the user agent reveals them: "Firefox on Windows". */
export function deviceOf(userAgent: string | null): string {
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const browser = nameIn(browsers) ?? "A browser";
  const system = nameIn(systems);
  return system ? `${browser} on ${system}` : browser;
}
