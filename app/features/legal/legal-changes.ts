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
      what: "Sections 2, 3, 6, 7 and 8 name suggestions, subscriptions to a series, stored agendas and credentials.",
    },
    {
      date: "2026-11-24",
      what: "Sections 2 and 6 say how long we keep a newsletter address that its service cannot take. Section 6 names tried codes and the record of administrators. Section 8 says how to give up a reservation.",
    },
    {
      date: "2026-11-23",
      what: "Section 2 is more exact about notices and helpers. Sections 3 and 6 name the digests that are counted. Section 8 names check-in.",
    },
    {
      date: "2026-11-22",
      what: "Sections 2 and 6 name likes, reservations, notes, notices and suspected spam, section 6 the record of administrators, section 7 their new passwords.",
    },
    { date: "2026-11-20", what: "First version." },
  ],
};

/** The day (YYYY-MM-DD) on which the wording was last changed. */
export const revisedOn = (document: LegalDocument) => legalChanges[document][0].date;
