import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { digestOf, isToken } from "../../platform/text/link-token.ts";
import { type CorrectionInput, talkFields } from "./correction.schema.ts";

const text = z.string().nullable();

const words = z.object({
  name: z.string(),
  organization: text,
  /** Markdown, like abstracts */
  biography: z.string(),
  link_url: text,
  talks: z.array(z.object({ id: z.string(), number: z.number(), title: z.string(), abstract: z.string() })),
});

const correction = words.partial().extend({
  talks: z
    .array(z.object({ id: z.string(), title: z.string().optional(), abstract: z.string().optional() }))
    .optional(),
});

export type SpeakerWords = z.output<typeof words>;
export type Correction = z.output<typeof correction>;

const state = {
  correction: correction.nullable(),
  /** ISO times */
  sent_at: text,
  settled_at: text,
  is_taken: z.boolean().nullable(),
};

const page = z.object({ event: z.string(), words, ...state });

const contact = z.object({
  speaker: z.string(),
  /** null if the link is sent manually */
  email: text,
  asked_at: text,
  has_link: z.boolean(),
  ...state,
  /** only for a pending correction: the current texts, and the version to pass with the decision */
  words: words.nullable(),
  version: text,
  may_correct: z.boolean(),
});

export type SpeakerContact = z.output<typeof contact>;

/** Loads the page behind a speaker's link; null for an invalid link. */
export async function findCorrectionPage({ database }: AppLoadContext, token: string) {
  if (!isToken(token)) return null;
  const answer = await database.call("correction_page", { p_token_digest: await digestOf(token) });
  const found = z.union([z.object({}).strict(), page]).parse(answer);
  return "words" in found ? found : null;
}

export const sendCorrection = async (
  { database }: AppLoadContext,
  token: string,
  { name, organization, biography, link_url, ...typed }: CorrectionInput,
  talks: SpeakerWords["talks"],
) =>
  database.call("send_correction", {
    p_token_digest: await digestOf(token),
    p_words: {
      ...{ name, organization, biography, link_url },
      talks: talks.map((talk) => {
        const fields = talkFields(talk);
        return { id: talk.id, title: typed[fields.title] ?? "", abstract: typed[fields.abstract] };
      }),
    },
  });

export const listSpeakerContacts = async ({ database }: Admin, event: string): Promise<SpeakerContact[]> =>
  z.array(contact).parse(rowsOf(await database.rpc("speaker_contacts", { p_event: event })));

export async function askForCorrections(context: AppLoadContext, { database }: Admin, speaker: string, email: string) {
  const outcome = rowsOf(await database.rpc("ask_for_corrections", { p_speaker: speaker, p_email: email }));
  if (outcome === "asked") context.startPost();
  return outcome;
}

/** Creates a link that an admin sends manually. @returns false if none can be created */
export const makeSpeakerLink = async ({ database }: Admin, speaker: string, token: string): Promise<boolean> =>
  isToken(token) &&
  rowsOf(await database.rpc("make_speaker_link", { p_speaker: speaker, p_token_digest: await digestOf(token) }));

export const forgetSpeakerContact = async ({ database }: Admin, speaker: string): Promise<boolean> =>
  rowsOf(await database.rpc("forget_speaker_contact", { p_speaker: speaker }));

export const settleCorrection = async ({ database }: Admin, speaker: string, version: string, takes: boolean) =>
  rowsOf(await database.rpc("settle_correction", { p_speaker: speaker, p_version: version, p_takes: takes }));
