export type LegalDocument = "terms" | "privacy";

interface LegalChange {
  /** YYYY-MM-DD */
  date: string;
  what: string;
}

/** What changed in the wording of each document, and when; the latest first. */
export const legalChanges: Record<LegalDocument, [LegalChange, ...LegalChange[]]> = {
  terms: [
    {
      date: "2026-11-22",
      what: "Section 3 says what a reservation is. Section 4 says that a browser, not a person, counts once for each like.",
    },
    { date: "2026-11-20", what: "First version." },
  ],
  privacy: [
    {
      date: "2026-11-23",
      what: "Section 2 says that we keep when we last notified you about an event. It also says that a notice of a message may go to our inbox, which forms have the field to leave empty, and what a printed list at the door has. Section 8 names the check-in among what needs a cookie. Sections 3 and 6 say which digests of mailboxes and networks are counted so that nobody can flood other people, and that one stands with a reservation until it is confirmed, 2 days at most. Section 2 says that receipts of messages come at most once a day.",
    },
    {
      date: "2026-11-22",
      what: "Section 2 says that a browser, not a visitor, counts once for each like; sections 2 and 6 say what is kept of places at an event. Section 6 says what the record of administrators’ changes and sign-ins keeps. Section 7 says how a new password of an administrator is compared with leaked ones. Section 5 no longer says that posters come from the storage of the service that keeps our database: they come from this site. Where this site sends receipts, answers and news of an event, sections 2, 6 and 8 name them, how an address is changed, and what is kept about all of it. Section 2 names the page and the wording with which you subscribe to the newsletter; where this site sends it without another service, sections 2 and 6 to 8 say how you confirm and leave.",
    },
    {
      date: "2026-11-21",
      what: "Section 2 names notes, when we told you about tickets, and the digest that is kept where another service sends the newsletter. Section 6 names likes, suspected spam and sign-ins.",
    },
    { date: "2026-11-20", what: "First version." },
  ],
};

/** The day (YYYY-MM-DD) on which the wording was last changed. */
export const revisedOn = (document: LegalDocument) => legalChanges[document][0].date;
