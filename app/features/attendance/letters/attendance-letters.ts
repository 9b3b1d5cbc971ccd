import type { Composers } from "../../mail/post-office.server.ts";
import { addressLetters } from "./address-letters.tsx";
import { composeAgendaChanged } from "./agenda-letter.ts";
import { linkLetters } from "./link-letters.ts";
import { composeReceipt } from "./receipt.tsx";
import { requestLetters } from "./request-letters.ts";
import { reservationLetters } from "./reservation-letters.ts";

export const attendanceLetters = {
  "waitlist-receipt": composeReceipt,
  "agenda-changed": composeAgendaChanged,
  ...addressLetters,
  ...linkLetters,
  ...requestLetters,
  ...reservationLetters,
} satisfies Composers;
