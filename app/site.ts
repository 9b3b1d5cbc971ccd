import { greeting } from "./community.ts";

// What the site says about the organization: owners change it at /admin/site. Until they do, the defaults below are
// shown; everything marked "sample" is a placeholder for your own name, person or link.

export interface SocialLink {
  label: string;
  icon: string;
  url: string;
}

export interface Founder {
  name: string;
  /** path of a picture on this site */
  photo: string | null;
  /** alternative text of a picture from the library; by default "Portrait of" with the name */
  photoAlt?: string;
  /** which ninth of the picture stays visible when it is cropped */
  photoFocus?: string;
  bio: string;
  website: string | null;
}

export interface Titled {
  title: string;
  text: string;
}

export interface HomeWords {
  heading: string;
  /** null if empty */
  lead: string | null;
  /** in order of position; null where a position is empty */
  cards: (Titled | null)[];
  letterHeading: string;
  letterLead: string | null;
  /** what the newsletter contains; null where a position is empty */
  letterParts: (string | null)[];
}

export interface AboutWords {
  /** for search engines and link previews */
  description: string;
  lead: string | null;
  storyHeading: string;
  /** Markdown */
  story: string;
  valuesHeading: string;
  /** in order of position; null where a position is empty */
  values: (Titled | null)[];
}

/** A picture of the library for the link previews of pages without their own. */
export interface LinkPicture {
  path: string;
  alt: string;
}

export interface Announcement {
  text: string;
  url: string | null;
  /** ISO instants; null for immediately and indefinitely */
  from: string | null;
  until: string | null;
}

/** The map sites that places can be opened on; nothing is loaded from them. */
export const mapSites = ["OpenStreetMap", "Google Maps", "Apple Maps"] as const;

export type MapSite = (typeof mapSites)[number];

export interface SiteWords {
  name: string;
  shortName: string;
  tagline: string;
  location: string;
  email: string;
  /** of the organization, on one line; null if not entered */
  postalAddress: string | null;
  communityUrl: string;
  meetupUrl: string;
  chatUrl: string;
  /** where places are opened in a map; null for nowhere */
  mapSite: MapSite | null;
  social: SocialLink[];
  founders: Founder[];
  /** null for the generated social cards */
  linkPicture: LinkPicture | null;
  home: HomeWords;
  about: AboutWords;
  /** what a new reader of the newsletter gets first, in Markdown; the email adds the latest issue and the next event */
  firstLetter: string;
  announcement: Announcement | null;
}

const foundedIn = 2020;

export const defaultSite = {
  name: "Hawaiʻi Blockchain Community",
  shortName: "Hawaiʻi Blockchain",
  /** prefix of message numbers */
  initials: "HB",
  tagline: "Empowering Hawaiʻi through blockchain technology for a sustainable and prosperous digital future.",
  location: "Honolulu, Hawaiʻi",
  foundedIn,

  /** sample */
  email: "aloha@example.org",

  /** not a sample: newsletter issues print what owners enter, else ISSUES_POSTAL_ADDRESS; with neither, none is sent */
  postalAddress: null as string | null,

  /** sample: how vulnerabilities are reported and handled, as in SECURITY.md */
  securityPolicyUrl: "https://github.com/hawaii-blockchain-example/community/blob/main/SECURITY.md",

  /** With JavaScript, the receipt of a contact message automatically opens a copy in the visitor's mail program. */
  openMailDraft: true,

  /** sample: where "Join The Community" and "Join Us" lead */
  communityUrl: "https://linktr.ee/hawaiiblockchain.example",
  /** sample: the calendar behind "View All Events" */
  meetupUrl: "https://www.meetup.com/hawaii-blockchain-example/",
  /** sample */
  chatUrl: "https://t.me/hawaiiblockchain_example",

  mapSite: "OpenStreetMap" as MapSite | null,

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

  linkPicture: null as LinkPicture | null,

  home: {
    heading: "Rooted here, connected everywhere",
    lead: "We meet, teach and build in the islands, so that what this technology becomes is decided here too.",
    cards: [
      {
        title: "Local Impact",
        text: "Projects and partners from Kahala to Hilo, judged by what they leave behind for the people who live here.",
      },
      {
        title: "Education & Insights",
        text: "Plain explanations, free workshops and a library that members keep honest and current.",
      },
      {
        title: "Sustainable Future",
        text: "Tools that make energy, land and public money easier to follow and harder to waste.",
      },
    ],
    letterHeading: "Join Our Community",
    letterLead: "One email a month, with three things in it.",
    letterParts: ["The next meetup", "One thing worth reading", "One way to help"],
  } as HomeWords,

  about: {
    description: `Who we are: a community in Hawaiʻi that has met, taught and built since ${foundedIn}.`,
    lead: `A community of the islands, founded in ${foundedIn}.`,
    storyHeading: "A table that grew",
    story: [
      `We began in ${foundedIn} as a handful of neighbors on a video call, when nobody could meet, trying to understand a technology that everybody had an opinion about. When the rooms opened again we took a table in Honolulu, and the table grew.`,
      "The first people of these islands found them by stars, swells and knowledge that was shared and owned by nobody. We like to think of an open ledger in that way: a thing that many keep together, so that nobody has to be believed alone.",
      "Today we run workshops, keep a library that is free to read, and bring together people who build, people who decide and people who only want a straight answer.",
    ].join("\n\n"),
    valuesHeading: "What we hold to",
    values: [
      {
        title: "Community First",
        text: "People before projects. Nobody is sold anything at our tables, and beginners get the good seats.",
      },
      {
        title: "Regular Events",
        text: "A standing date teaches more than a big conference. We keep ours, rain or shine.",
      },
      {
        title: "Global Connections",
        text: "Guests from elsewhere speak here, and members carry what they learn across the ocean and back.",
      },
      {
        title: "Innovation Focus",
        text: "We try things ourselves, on small money and in the open, before we recommend them to anybody.",
      },
    ],
  } as AboutWords,

  firstLetter: [
    `${greeting},`,
    "Thank you for joining our newsletter: about one email a month, with the next meetup, one thing worth reading and one way to help. Nobody is sold anything in it, and nothing in it tells us whether you open it.",
    "What would you like to read about? [Write to us](/contact).",
  ].join("\n\n"),

  announcement: null as Announcement | null,
};

export type Site = Readonly<Omit<typeof defaultSite, keyof SiteWords> & SiteWords>;

/** The site's origin and settings, for everything published: metadata, feeds, calendars, emails. */
export interface Publisher {
  /** from SITE_ORIGIN */
  origin: string;
  site: Site;
}

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
