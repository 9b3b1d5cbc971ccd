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

/** Talks at another time than the event where people sign up for them, or of which only one of the two is canceled. */
export const strayTalksOf = ({ talks, workshops }: Pick<EditedProgramme, "talks" | "workshops">) =>
  talks.flatMap((talk) => {
    const workshop = workshops.find(({ id }) => id === talk.workshop_id);
    if (!workshop) return [];
    const [isOff, isWorkshopOff] = [talk, workshop].map(({ status }) => status === "cancelled");
    const hasOtherTime =
      workshop.starts_at !== null &&
      (talk.starts_at !== workshop.starts_at || (workshop.ends_at !== null && talk.ends_at !== workshop.ends_at));
    return isOff !== isWorkshopOff || (!isOff && hasOtherTime) ? [{ talk, workshop }] : [];
  });
