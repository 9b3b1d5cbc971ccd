export type LegalDocument = "terms" | "privacy";

interface LegalChange {
  /** YYYY-MM-DD */
  date: string;
  what: string;
}

/** What changed in the wording of each document, and when; the latest first. */
export const legalChanges: Record<LegalDocument, [LegalChange, ...LegalChange[]]> = {
  terms: [{ date: "2026-11-25", what: "First version." }],
  privacy: [
    {
      date: "2026-11-27",
      what: "Said how long answers and a form’s network are kept, and what we keep of links, forms, requests and pictures.",
    },
    { date: "2026-11-25", what: "First version." },
  ],
};

/** The day (YYYY-MM-DD) on which the wording was last changed. */
export const revisedOn = (document: LegalDocument) => legalChanges[document][0].date;
