interface News {
  title: string;
  /** why nothing was done */
  refusal?: string;
}

/** What `?done=` in the address of a person's own page may say. */
const news = {
  confirmed: { title: "Your address is confirmed." },
  kept: { title: "Your address stays as it was." },
  renamed: { title: "Your name is saved." },
  back: { title: "You are on the waitlist." },
  "signed-up-again": { title: "You are signed up again." },
  unconfirmed: { title: "Nothing was changed.", refusal: "Confirm this address first." },
  "no-new-link": {
    title: "No new link was made.",
    refusal:
      "We cannot send you another email right now: one is still on its way or went out a minute ago, or 5 were asked for within 24 hours. The link that you have stays valid; try again later.",
  },
  accepted: { title: "The place is yours." },
  declined: { title: "The offer is declined." },
  "in-line": { title: "You are in line again." },
  party: { title: "The number of people is saved." },
  "no-offer": { title: "Nothing was changed.", refusal: "The offer had ended, or you had answered it before." },
  "not-free": { title: "You are still in line.", refusal: "The place has gone to another person." },
  "no-line": { title: "Nothing was changed.", refusal: "Nobody can join the line at the moment." },
} satisfies Record<string, News>;

export type PlaceNews = keyof typeof news;

/** The news of an address; null for what no form of ours says. */
export const newsOf = (done: string | null): News | null =>
  done && Object.hasOwn(news, done) ? news[done as PlaceNews] : null;
