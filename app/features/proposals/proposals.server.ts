import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { digestOf, isToken } from "../../platform/text/link-token.ts";
import { budgetKeys, mailKey } from "../mail/mail-sender.server.ts";
import { type ChangedProposal, type ProposalInput, proposedKinds } from "./proposals.schema.ts";

const event = z.object({ key: z.string(), title: z.string() });
const call = z.object({
  event,
  /** ISO time */
  deadline: z.string(),
  /** Markdown */
  about: z.string(),
  is_open: z.boolean(),
});

const proposal = z.object({
  event,
  deadline: z.string().nullable(),
  is_open: z.boolean(),
  title: z.string(),
  kind: z.enum(proposedKinds),
  abstract: z.string(),
  name: z.string(),
  email: z.string(),
  /** `new` until it is decided */
  state: z.enum(["new", "accepted", "declined"]),
  confirm_by: z.string().nullable(),
  confirmed_at: z.string().nullable(),
});

/** A proposal as its proposer sees it. Times are ISO 8601. */
export type OwnProposal = z.output<typeof proposal>;

export const readCall = async ({ database }: AppLoadContext, key: string) =>
  z.object({ call: call.nullable() }).parse(await database.read("rpc/talk_call", { p_key: key })).call;

export async function proposeTalk(context: AppLoadContext, key: string, typed: ProposalInput) {
  const { email, title, kind, abstract, name } = typed;
  const outcome = await context.database.call("propose_talk", {
    p_key: key,
    p_title: title,
    p_kind: kind,
    p_abstract: abstract,
    p_name: name,
    p_email: email,
    p_address_key: await mailKey(context.env, email),
    p_sender: await budgetKeys(context, email),
  });
  if (outcome === "asked") context.startPost();
  return outcome;
}

/** Loads the proposal behind a link; null for an invalid link. */
export async function findProposal({ database }: AppLoadContext, token: string): Promise<OwnProposal | null> {
  if (!isToken(token)) return null;
  const answer = await database.call("proposal_page", { p_token_digest: await digestOf(token) });
  const found = z.union([z.object({}).strict(), proposal]).parse(answer);
  return "state" in found ? found : null;
}

/** Confirms a proposal. @returns false if nothing has changed */
export const confirmProposal = async ({ database }: AppLoadContext, token: string) =>
  database.call("confirm_proposal", { p_token_digest: await digestOf(token) });

/** Changes a proposal. @returns false if it may not be changed */
export const changeProposal = async ({ database }: AppLoadContext, token: string, typed: ChangedProposal) =>
  database.call("change_proposal", {
    p_token_digest: await digestOf(token),
    p_title: typed.title,
    p_kind: typed.kind,
    p_abstract: typed.abstract,
    p_name: typed.name,
  });

/** Erases a proposal. @param refusing the address, if its owner did not propose it and wants no such email again */
export async function withdrawProposal({ database, env }: AppLoadContext, token: string, refusing?: string) {
  const keys = { p_token_digest: await digestOf(token) };
  const refused = refusing === undefined ? {} : { p_refused_key: await mailKey(env, refusing) };
  return database.call("withdraw_proposal", { ...keys, ...refused });
}
