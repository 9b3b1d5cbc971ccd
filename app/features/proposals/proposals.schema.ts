import { z } from "zod";
import { emailField, honeypotField, optionalTextField, textField } from "../../platform/text/text.ts";
import { momentOfField } from "../../platform/text/typed-moments.ts";
import { speakerSchema } from "../programme/speaker.schema.ts";

export const proposedKinds = ["talk", "workshop", "panel"] as const;

export const changedProposalSchema = z.object({
  title: textField({ label: "Title", empty: "Enter a title", max: 200 }),
  kind: z.enum(proposedKinds, { invalid_type_error: "Choose what it is" }).default("talk"),
  abstract: textField({ label: "Abstract", empty: "Say what it is about", max: 5000, multiline: true }),
  name: speakerSchema.shape.name,
});

export const proposalSchema = changedProposalSchema.extend({ email: emailField, nickname2: honeypotField });

export type ChangedProposal = z.output<typeof changedProposalSchema>;
export type ProposalInput = z.output<typeof proposalSchema>;
export type ProposalFields = z.input<typeof changedProposalSchema> & { email?: string };

const badMoment = "Enter day and time like 2027-05-20 18:00";
const answer = (what: string) =>
  textField({ label: what, empty: "Enter what the email says", max: 3000, multiline: true });

export const callSchema = z.object({
  deadline: z
    .string({ required_error: "Enter a deadline", invalid_type_error: badMoment })
    .trim()
    .refine((text) => momentOfField(text) !== null, badMoment),
  about: optionalTextField("Text", 5000, true),
  accepted_text: answer("The email"),
  declined_text: answer("The email"),
});

export type CallInput = z.output<typeof callSchema>;
export type CallFields = z.input<typeof callSchema>;

export const notesSchema = z.object({
  discussed: z.boolean().default(false),
  notes: optionalTextField("Notes", 5000, true),
});
