// What the site says of the organization: owners change it at /admin/site. Until they do, the defaults below are shown;
// everything marked "sample" there stands for a name, person or link of your own.

export interface SocialLink {
  label: string;
  icon: string;
  url: string;
}

export interface Founder {
  name: string;
  /** path of a picture of this site */
  photo: string | null;
  bio: string;
  website: string | null;
}

export interface Announcement {
  text: string;
  url: string | null;
  /** ISO instants; null for at once, and for good */
  from: string | null;
  until: string | null;
}

/** What owners change. */
export interface SiteWords {
  name: string;
  shortName: string;
  tagline: string;
  location: string;
  email: string;
  communityUrl: string;
  meetupUrl: string;
  chatUrl: string;
  social: SocialLink[];
  founders: Founder[];
  announcement: Announcement | null;
}

/** What a site says of which nobody has changed anything. */
export const defaultSite = {
  name: "Hawaiʻi Blockchain Community",
  shortName: "Hawaiʻi Blockchain",
  /** stand before the number of a message */
  initials: "HB",
  tagline: "Empowering Hawaiʻi through blockchain technology for a sustainable and prosperous digital future.",
  location: "Honolulu, Hawaiʻi",
  foundedIn: 2020,

  /** sample */
  email: "aloha@example.org",

  /** sample: what issues of the newsletter name with npm start; a deployment has ISSUES_POSTAL_ADDRESS */
  postalAddress: "1 Sample Street, Honolulu, HI 96813",

  /** sample: how weaknesses are reported and what becomes of them, as SECURITY.md says */
  securityPolicyUrl: "https://github.com/hawaii-blockchain-example/community/blob/main/SECURITY.md",

  /** With JavaScript, the receipt of a contact message opens the visitor's mail program with a copy by itself. */
  openMailDraft: true,

  /** sample: where "Join The Community" and "Join Us" lead */
  communityUrl: "https://linktr.ee/hawaiiblockchain.example",
  /** sample: the calendar behind "View All Events" */
  meetupUrl: "https://www.meetup.com/hawaii-blockchain-example/",
  /** sample */
  chatUrl: "https://t.me/hawaiiblockchain_example",

  /** samples, in the order of the footer */
  social: [
    { label: "LinkedIn", icon: "linkedin", url: "https://www.linkedin.com/company/hawaii-blockchain-example" },
    { label: "Telegram", icon: "telegram", url: "https://t.me/hawaiiblockchain_example" },
    { label: "Meetup", icon: "meetup", url: "https://www.meetup.com/hawaii-blockchain-example/" },
    { label: "Instagram", icon: "instagram", url: "https://www.instagram.com/hawaiiblockchain.example" },
    { label: "X/Twitter", icon: "x", url: "https://x.com/hiblockchain_ex" },
    { label: "Discord", icon: "discord", url: "https://discord.com/invite/hawaiiblockchain-example" },
    { label: "Facebook", icon: "facebook", url: "https://www.facebook.com/hawaiiblockchain.example" },
  ],

  /** samples */
  founders: [
    {
      name: "Keola Sample",
      photo: "/uploads/founder-1.svg",
      bio: "Runs the workshops. Taught high-school mathematics in Kāneʻohe for eleven years and still explains hashing with a deck of cards.",
      website: "https://keola.example.org",
    },
    {
      name: "Mei-Lin Sample",
      photo: "/uploads/founder-2.svg",
      bio: "Looks after partners and events. Came from hotel operations, where she learned what happens when three systems disagree about one room.",
      website: "https://meilin.example.org",
    },
    {
      name: "Noa Sample",
      photo: "/uploads/founder-3.svg",
      bio: "Writes and reviews code. Keeps the library honest, answers the chat late at night, and prefers paper charts to dashboards.",
      website: null,
    },
  ],

  announcement: null as Announcement | null,
};

export type Site = Readonly<Omit<typeof defaultSite, keyof SiteWords> & SiteWords>;

/** What is shown now. A live binding: whoever reads it while a page, letter or feed is made gets the words of that moment. */
export let site: Site = defaultSite;

/** Shows other words from now on, in the whole isolate: they are the same for everybody. @param words null for the defaults */
export function describeSite(words: SiteWords | null): void {
  site = { ...defaultSite, ...words };
}

/** The navigation, in its order. */
export const navigation = [
  { label: "Home", to: "/" },
  { label: "About", to: "/about" },
  { label: "Events", to: "/events" },
  { label: "Education", to: "/education" },
  { label: "Insights", to: "/insights" },
  { label: "Contact", to: "/contact" },
] as const;

export const footerLinks = {
  quick: [
    { label: "Home", to: "/" },
    { label: "About", to: "/about" },
    { label: "Education", to: "/education" },
    { label: "Insights", to: "/insights" },
    { label: "Contact", to: "/contact" },
  ],
  resources: [
    { label: "Blockchain Basics", to: "/resources/blockchain-basics" },
    { label: "Events", to: "/resources/events" },
    { label: "Research", to: "/resources/research" },
    { label: "FAQs", to: "/resources/faqs" },
    { label: "Privacy Policy", to: "/privacy-policy" },
  ],
  legal: [
    { label: "Terms of Service", to: "/terms" },
    { label: "Privacy Policy", to: "/privacy" },
    { label: "Cookies", to: "/cookies" },
  ],
} as const;
