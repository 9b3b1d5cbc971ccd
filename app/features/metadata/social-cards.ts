import { site } from "../../site.ts";
import type { StarLineName } from "../../ui/star-lines.ts";

export interface SocialCard {
  title: string;
  kicker: string;
  stars?: StarLineName;
}

/** The cards of pages; the build draws them, and one for each article and guide, as /Images/cards/{name}.png. */
export const pageCards: Record<string, SocialCard> = {
  home: { title: site.name, kicker: site.location },
  about: { title: "About us", kicker: `Since ${site.foundedIn}`, stars: "fishhook" },
  events: { title: "Special Events", kicker: "Come by", stars: "cluster" },
  education: { title: "Education", kicker: "A library that is free to read", stars: "seven" },
  insights: { title: "Insights", kicker: "Written plainly, from the islands", stars: "kite" },
  contact: { title: "Write to us", kicker: "Contact", stars: "cross" },
  terms: { title: "Terms of Service", kicker: "In plain words", stars: "backbone" },
  privacy: { title: "Privacy Policy", kicker: "In plain words", stars: "backbone" },
  cookies: { title: "Cookies", kicker: "Every one of them", stars: "backbone" },
};

/** Pixels. */
export const cardSize = { width: 1200, height: 630 };

/** The picture that other sites show with a link to a page. */
export function socialCardOf(path: string): string {
  const [section = "", id] = path.split("/").slice(1);
  const own = (section === "insights" || section === "resources") && id;
  const known = section in pageCards ? section : section.includes("party") || section === "events" ? "events" : "home";
  return `/Images/cards/${own ? `${section}-${id}` : known}.png`;
}
