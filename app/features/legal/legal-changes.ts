export type LegalDocument = "terms" | "privacy";

interface LegalChange {
  /** YYYY-MM-DD */
  date: string;
  what: string;
}

/** What changed in the wording of each document, and when; the latest first. */
export const legalChanges: Record<LegalDocument, [LegalChange, ...LegalChange[]]> = {
  terms: [
    { date: "2026-11-24", what: "Section 3 says “spot” where it said “place”. Nothing else changes." },
    {
      date: "2026-11-22",
      what: "Section 3 says what a reservation is. Section 4 says that a browser, not a person, counts once for each like.",
    },
    { date: "2026-11-20", what: "First version." },
  ],
  privacy: [
    {
      date: "2026-11-25",
      what: "Sections 2, 3, 6, 7 and 8 say what we keep of suggestions, of people who subscribe to new editions of a series, and of an agenda that you store.",
    },
    {
      date: "2026-11-24",
      what: "Sections 2 and 6 say how long we keep a newsletter address while the service that sends the newsletter cannot be reached. Section 6 says how long we keep when a code of an administrator was tried, and that the record of what administrators do is no longer kept for good. Section 8 says how to give up a reservation.",
    },
    {
      date: "2026-11-23",
      what: "Section 2 says more exactly what is kept of notices about events and messages, and what helpers see. Sections 3 and 6 say which digests are counted so that nobody can flood other people. Section 8 names the check-in among what needs a cookie.",
    },
    {
      date: "2026-11-22",
      what: "Sections 2 and 6 say what is kept of likes and of places at an event, section 6 what the record of administrators keeps, and section 7 how their new passwords are compared with leaked ones. Section 5 no longer names the posters.",
    },
    {
      date: "2026-11-21",
      what: "Section 2 names notes, when we notified you about tickets, and the digest that is kept where another service sends the newsletter. Section 6 names likes, suspected spam and sign-ins.",
    },
    { date: "2026-11-20", what: "First version." },
  ],
};

/** The day (YYYY-MM-DD) on which the wording was last changed. */
export const revisedOn = (document: LegalDocument) => legalChanges[document][0].date;
