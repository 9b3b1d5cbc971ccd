import type { Admin } from "../../../admin/admin.server.ts";
import type { Picture } from "../../pictures/pictures.server.ts";
import { changePoster, type EditedEvent, findEditedEvent } from "../form/event-editing.server.ts";

/** Sets a picture of the library as the poster of an event, with its description. A form sent twice counts as saved. */
export async function showPoster(admin: Admin, event: EditedEvent, picture: Picture, version: string) {
  const { path: poster_path, alt: poster_alt, width: poster_width, height: poster_height } = picture;
  const poster = { poster_path, poster_alt, poster_width, poster_height };
  const outcome = await changePoster(admin, event.id, poster, version);
  if (outcome !== "changed") return outcome;
  return (await findEditedEvent(admin, event.id))?.poster_path === poster_path ? "saved" : "changed";
}

export function describePoster(admin: Admin, event: EditedEvent, poster_alt: string, version: string) {
  const { poster_path, poster_width, poster_height } = event;
  return changePoster(admin, event.id, { poster_path, poster_alt, poster_width, poster_height }, version);
}

export function removePoster(admin: Admin, event: EditedEvent, version: string) {
  const nothing = { poster_path: null, poster_alt: null, poster_width: null, poster_height: null };
  return changePoster(admin, event.id, nothing, version);
}
