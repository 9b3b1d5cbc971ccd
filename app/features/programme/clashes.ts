import { overlap } from "./programme.ts";
import type { EditedProgramme, EditedTalk } from "./programme-editing.server.ts";

export interface Clash {
  /** the speaker who is in both */
  name: string;
  talks: [EditedTalk, EditedTalk];
}

/** Speakers who are in two talks at once: a warning, since somebody may look in on both. */
export const clashesOf = ({ talks, speakers }: Pick<EditedProgramme, "talks" | "speakers">): Clash[] =>
  speakers.flatMap(({ id, name }) => {
    const own = talks.filter((talk) => talk.speakers.includes(id));
    return own.flatMap((one, at) =>
      own
        .slice(at + 1)
        .flatMap((other) => (overlap(one, other) ? [{ name, talks: [one, other] } satisfies Clash] : [])),
    );
  });
