import type { z } from "zod";
import { speakerSchema } from "./speaker.schema.ts";
import { talkSchema } from "./talk.schema.ts";

const { title, abstract } = talkSchema.innerType().shape;
const ownSchema = speakerSchema.omit({ picture: true });

/** The fields of a talk in the form: `title-12` of the talk with number 12. */
export const talkFields = ({ number }: { number: number }) =>
  ({ title: `title-${number}`, abstract: `abstract-${number}` }) as const;

/** The form by which speakers correct what the program says of them and their talks. */
export const correctionSchema = (talks: { number: number }[]) =>
  ownSchema.extend(
    Object.fromEntries(
      talks.map(talkFields).flatMap((fields) => [
        [fields.title, title],
        [fields.abstract, abstract],
      ]),
    ),
  );

/** What comes out of it. */
export type CorrectionInput = z.output<typeof ownSchema> & {
  [of: `title-${number}`]: string;
  [of: `abstract-${number}`]: string | undefined;
};
