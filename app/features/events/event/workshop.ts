import { z } from "zod";
import { pluralize } from "../../../platform/text/pluralize.ts";
import { attendsLabels } from "./event.ts";
import type { SignUp } from "./event-offer.ts";
import { attendances, signUps, statuses } from "./event-states.ts";

export const workshopRow = z.object({
  key: z.string(),
  title: z.string(),
  status: z.enum(statuses),
  sign_up: z.enum(signUps),
  places: z.array(z.object({ attends: z.enum(attendances), total: z.number(), left: z.number(), waiting: z.number() })),
});

export type WorkshopFacts = z.output<typeof workshopRow>;

const notOpen: Record<Exclude<SignUp, "open">, string> = {
  line: "Limited spots; the waitlist is open",
  early: "Limited spots; sign-up is not open yet",
  late: "Sign-up is over",
  next: "Its date has passed",
  closed: "Sign-up is closed",
};

export function spotsText({
  status,
  sign_up: signUp,
  places,
}: Pick<WorkshopFacts, "status" | "sign_up" | "places">): string {
  if (status === "cancelled") return "Canceled";
  if (signUp !== "open") return notOpen[signUp];
  return places
    .map(({ attends, total, left, waiting }) => {
      const line = waiting > 0 ? `, with ${pluralize(waiting, "person", "people")} on the waitlist` : "";
      const spots = left > 0 ? `${left} of ${pluralize(total, "spot")} left${line}` : "Full, with a waitlist";
      return places.length > 1 ? `${attendsLabels[attends]}: ${spots}` : spots;
    })
    .join("; ");
}
