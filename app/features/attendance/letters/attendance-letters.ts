import type { Composers } from "../../mail/post-office.server.ts";
import { composeNewAddress, composeOldAddress } from "./address-letters.tsx";
import { composeAgendaChanged } from "./agenda-letter.ts";
import { composeConfirmedAddress, composeLostLink, composeNewLink } from "./link-letters.ts";
import { composeReceipt } from "./receipt.tsx";
import { composeRequestAnswered, composeRequestUndecided } from "./request-letters.ts";
import {
  composeJoinLink,
  composeJoinLinkReplaced,
  composeOffer,
  composeReservationCanceled,
  composeStillComing,
  composeTicket,
} from "./reservation-letters.ts";

export const attendanceLetters = {
  "waitlist-receipt": composeReceipt,
  "waitlist-lost-link": composeLostLink,
  "waitlist-new-link": composeNewLink,
  "waitlist-address-confirmed": composeConfirmedAddress,
  "waitlist-new-address": composeNewAddress,
  "waitlist-old-address": composeOldAddress,
  "reservation-offer": composeOffer,
  "reservation-ticket": composeTicket,
  "reservation-canceled": composeReservationCanceled,
  "join-link": composeJoinLink,
  "join-link-replaced": composeJoinLinkReplaced,
  "still-coming": composeStillComing,
  "request-answered": composeRequestAnswered,
  "request-undecided": composeRequestUndecided,
  "agenda-changed": composeAgendaChanged,
} satisfies Composers;
