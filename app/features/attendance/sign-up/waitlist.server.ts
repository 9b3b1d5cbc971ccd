import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Outcome } from "../../../platform/database/supabase.server.ts";
import { DatabaseUnavailable } from "../../../platform/database/unavailable.ts";
import type { Env } from "../../../platform/env.ts";
import type { Attends } from "../../events/event/event.ts";
import { budgetKeys, mailKeyOfRecipient } from "../../mail/mail-sender.server.ts";
import { startDelivery } from "../../outbox/outbox.server.ts";
import type { Answers } from "../../questions/questions.ts";

/** The host to which every entry is forwarded; null if none is configured. */
export const endpointHost = ({ WAITLIST_ENDPOINT_URL: url }: Pick<Env, "WAITLIST_ENDPOINT_URL">) =>
  url ? new URL(url).host : null;

/** Does not reveal whether an address had already joined. */
export type JoinOutcome = Exclude<Outcome<"join_waitlist">, "already-joined"> | "unavailable";

interface Entry {
  event: string;
  name: string;
  email: string;
  suspectedSpam: boolean;
  consent: string;
  /** the number of people; used only if the event takes reservations */
  party: number;
  /** used only if the event meets both in a room and online */
  attends?: Attends;
  answers: Answers;
  /** the name of the link that led to the form; one that does not exist counts as none */
  link: string | null;
  /** the path of the page with the form */
  page: string;
}

/** No limit (ms): in a rush, a late sign-up is stored anyway, so it should not be reported as failed. */
const restOfRequest = Number.POSITIVE_INFINITY;

/**
 * Stores an entry and, in the same transaction, enqueues its delivery to the configured endpoint and the receipt.
 * The outcome is the same for people already on the list, so that no one can learn who is.
 */
export async function joinWaitlist(context: AppLoadContext, entry: Entry): Promise<JoinOutcome> {
  try {
    const addressKey = await mailKeyOfRecipient(context.env, entry.email);
    const outcome = await context.database.call(
      "join_waitlist",
      {
        p_event: entry.event,
        p_name: entry.name,
        p_email: entry.email,
        p_consent_version: entry.consent,
        p_suspected_spam: entry.suspectedSpam,
        p_forward: context.env.WAITLIST_ENDPOINT_URL !== undefined,
        ...(addressKey ? { p_address_key: addressKey } : {}),
        p_party: entry.party,
        ...(entry.attends ? { p_attends: entry.attends } : {}),
        p_answers: entry.answers,
        ...(entry.link ? { p_from: entry.link } : {}),
        p_page: entry.page,
        p_sender: await budgetKeys(context, entry.email),
      },
      restOfRequest,
    );
    switch (outcome) {
      case "full":
      case "not-found":
      case "closed":
      case "for-guests":
      case "early":
      case "late":
      case "party-too-large":
      case "not-answered":
        return outcome;
      case "joined":
      case "already-joined":
      case "placed":
      case "waiting":
      case "to-confirm":
      case "asked":
        startDelivery(context);
        if (addressKey) context.startPost();
        return outcome === "already-joined" ? "joined" : outcome;
    }
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return "unavailable";
    throw error;
  }
}
