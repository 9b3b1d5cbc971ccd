import { defaultSite } from "../../site.ts";
import type { StarLineName } from "../../ui/star-lines.ts";

export interface SocialCard {
  title: string;
  kicker: string;
  stars?: StarLineName;
}

/** The cards of sections and of the site's own articles; the build draws them as /Images/cards/{name}.png. */
export const pageCards: Record<string, SocialCard> = {
  home: { title: defaultSite.name, kicker: defaultSite.location },
  about: { title: "About us", kicker: `Since ${defaultSite.foundedIn}`, stars: "fishhook" },
  events: { title: "Special Events", kicker: "Come by", stars: "cluster" },
  education: { title: "Education", kicker: "A library that is free to read", stars: "seven" },
  insights: { title: "Insights", kicker: "Written plainly, from the islands", stars: "kite" },
  contact: { title: "Write to us", kicker: "Contact", stars: "cross" },
  terms: { title: "Terms of Service", kicker: "In plain words", stars: "backbone" },
  privacy: { title: "Privacy Policy", kicker: "In plain words", stars: "backbone" },
  cookies: { title: "Cookies", kicker: "Every one of them", stars: "backbone" },
  "insights-keys-custody-and-common-sense": {
    title: "Keys, custody and common sense",
    kicker: "Security",
    stars: "kite",
  },
  "insights-reading-the-bitcoin-paper": {
    title: "How to read the Bitcoin paper in one evening",
    kicker: "Education",
    stars: "kite",
  },
  "insights-what-a-ledger-can-do-for-an-island": {
    title: "What a ledger can do for an island",
    kicker: "Community",
    stars: "kite",
  },
  "resources-blockchain-basics": {
    title: "Blockchain basics",
    kicker: "Education",
    stars: "seven",
  },
  "resources-faqs": {
    title: "Frequently asked questions",
    kicker: "Education",
    stars: "seven",
  },
  "resources-research": {
    title: "Research",
    kicker: "Education",
    stars: "seven",
  },
};

/** Pixels. */
export const cardSize = { width: 1200, height: 630 };

/**
 * The picture that other sites show with a link to a page: its own card if that still has its title, else its
 * section's.
 * @returns the card's path and the title drawn on it
 */
export function socialCardOf(path: string, title: string): { path: string; title: string } {
  const [section = "", id] = path.split("/").slice(1);
  const own = `${section}-${id}`;
  const known =
    section in pageCards
      ? section
      : section.includes("party") || section === "series" || section === "places"
        ? "events"
        : "home";
  const card = pageCards[own]?.title === title ? own : known;
  return { path: `/Images/cards/${card}.png`, title: pageCards[card]?.title ?? defaultSite.name };
}
