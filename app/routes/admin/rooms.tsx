import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { adminProgrammePath } from "../../features/programme/admin-paths.ts";
import {
  addRoom,
  changeRoom,
  deleteRoom,
  requireProgramme,
} from "../../features/programme/programme-editing.server.ts";
import { roomSchema } from "../../features/programme/room.schema.ts";
import { RoomForm } from "../../features/programme/room-form.tsx";
import { unprocessable } from "../../platform/request/http.ts";
import { Notice } from "../../ui/form-messages.tsx";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { event, rooms } = await requireProgramme(await requireAdmin(context), params.id);
  return { event, rooms };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const { event, rooms } = await requireProgramme(admin, params.id);
  const here = adminProgrammePath(event, "rooms");
  const [verb, number] = String(form.get("intent")).split("-");
  const room = rooms.find(({ id }) => String(id) === number) ?? null;
  const answered = { of: room?.id ?? null, result: undefined, refused: null };
  if (verb !== "add" && !room)
    return unprocessable({ ...answered, refused: "This room was deleted in the meantime." }, 409);
  if (verb === "delete" && room) {
    const outcome = await deleteRoom(admin, room);
    if (outcome !== "in-use") return seeDone(here, "deleted");
    const refused = `There are talks in ${room.name}. Give them another room before you delete it.`;
    return unprocessable({ ...answered, refused }, 409);
  }
  const submission = parseWithZod(form, { schema: roomSchema });
  if (submission.status !== "success") return unprocessable({ ...answered, result: submission.reply() });
  const outcome = room
    ? await changeRoom(admin, room, submission.value, String(form.get("version")))
    : await addRoom(admin, event.id, submission.value);
  if (outcome === "added" || outcome === "saved") return seeDone(here, outcome);
  if (outcome === "changed") {
    const refused = "This room was changed since you opened it. Check it below.";
    return unprocessable({ ...answered, refused }, 409);
  }
  const fieldErrors = { name: ["This event has a room of this name already"] };
  return unprocessable({ ...answered, result: submission.reply({ fieldErrors }) });
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, `Rooms: ${args.data?.event.title ?? ""}`);

export default function Rooms() {
  const { event, rooms } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader
        title="Rooms"
        back={{ to: adminProgrammePath(event), label: "Program" }}
        note="The program shows them side by side, in this order. Visitors see those that have a talk."
      />
      {answer ? null : <Done />}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      {rooms.map((room) => (
        <section key={room.id} className="panel form-panel" aria-labelledby={`name-${room.id}`}>
          <h2 id={`name-${room.id}`}>{room.name}</h2>
          <RoomForm room={room} lastResult={answer?.of === room.id ? answer.result : undefined} />
        </section>
      ))}
      <section className="panel form-panel" aria-labelledby="add">
        <h2 id="add">Add a room</h2>
        <RoomForm lastResult={answer?.of === null ? answer.result : undefined} />
      </section>
    </>
  );
}
