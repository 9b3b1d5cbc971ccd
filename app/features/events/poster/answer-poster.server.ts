import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Admin } from "../../../admin/admin.server.ts";
import { type AdminDone, seeDone } from "../../../admin/done.tsx";
import { unprocessable } from "../../../platform/request/http.ts";
import { givenPicture, type PictureRefusal } from "../../pictures/given-picture.server.ts";
import { describedSchema } from "../../pictures/pictures.schema.ts";
import type { EditedEvent } from "../form/event-editing.server.ts";
import { describePoster, removePoster, showPoster } from "./posters.server.ts";

export interface PosterAnswer extends PictureRefusal {
  describe?: SubmissionResult<string[]>;
  changed?: boolean;
}

const wrong = (answer: PosterAnswer) => unprocessable<PosterAnswer>(answer);
const tooLate = (answer: PosterAnswer = {}) => unprocessable<PosterAnswer>({ ...answer, changed: true }, 409);

export async function answerPoster(context: AppLoadContext, admin: Admin, event: EditedEvent, form: FormData) {
  const version = String(form.get("version"));
  const done = (word: AdminDone) => seeDone(`/admin/events/${event.id}/poster`, word);
  switch (form.get("intent")) {
    case "remove":
      return (await removePoster(admin, event, version)) === "saved" ? done("removed") : tooLate();
    case "describe": {
      const submission = parseWithZod(form, { schema: describedSchema });
      if (submission.status !== "success") return wrong({ describe: submission.reply() });
      const outcome = event.poster_path && (await describePoster(admin, event, submission.value.alt, version));
      return outcome === "saved" ? done("saved") : tooLate({ describe: submission.reply() });
    }
    default: {
      const given = await givenPicture(context, admin, form);
      if ("refusal" in given) return wrong(given.refusal);
      const outcome = await showPoster(admin, event, given.picture, version);
      return outcome === "saved" ? done(given.isHeavy ? "picture-heavy" : "picture") : tooLate();
    }
  }
}
