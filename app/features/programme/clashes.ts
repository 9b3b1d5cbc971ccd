import { overlap } from "./programme.ts";
import type { EditedProgramme, EditedTalk } from "./programme-editing.server.ts";

export interface Clash {
  name: string;
  talks: [EditedTalk, EditedTalk];
}

/** Speakers with two talks at the same time; only a warning, since a speaker may attend a part of each. */
export const clashesOf = ({ talks, speakers }: Pick<EditedProgramme, "talks" | "speakers">): Clash[] =>
  speakers.flatMap(({ id, name }) => {
    const own = talks.filter((talk) => talk.speakers.includes(id));
    return own.flatMap((one, at) =>
      own
        .slice(at + 1)
        .flatMap((other) => (overlap(one, other) ? [{ name, talks: [one, other] } satisfies Clash] : [])),
    );
  });
