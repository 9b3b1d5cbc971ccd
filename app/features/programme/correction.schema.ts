import type { z } from "zod";
import { speakerSchema } from "./speaker.schema.ts";
import { talkSchema } from "./talk.schema.ts";

const { title, abstract } = talkSchema.innerType().shape;
const ownSchema = speakerSchema.omit({ picture: true });

export const talkFields = ({ number }: { number: number }) =>
  ({ title: `title-${number}`, abstract: `abstract-${number}` }) as const;

export const correctionSchema = (talks: { number: number }[]) =>
  ownSchema.extend(
    Object.fromEntries(
      talks.map(talkFields).flatMap((fields) => [
        [fields.title, title],
        [fields.abstract, abstract],
      ]),
    ),
  );

export type CorrectionInput = z.output<typeof ownSchema> & {
  [of: `title-${number}`]: string;
  [of: `abstract-${number}`]: string;
};
