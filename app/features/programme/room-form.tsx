import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import { useAdminForm, Version } from "../../admin/returned-form.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import type { EditedRoom } from "./programme-editing.server.ts";
import { type RoomFields, roomLabels, roomSchema } from "./room.schema.ts";

interface RoomFormProps {
  room?: EditedRoom;
  /** the result of this form, not of another one on the page */
  lastResult?: SubmissionResult<string[]>;
}

/** Form to change or delete a room, or to add one; the `intent` value includes the room's id. */
export function RoomForm({ room, lastResult }: RoomFormProps) {
  const intent = room ? `save-${room.id}` : "add";
  const [form, fields] = useAdminForm<RoomFields>({
    id: room ? `room-${room.id}` : "new-room",
    intent,
    lastResult,
    defaultValue: room,
    constraint: getZodConstraint(roomSchema),
  });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary fields={[fields.name, fields.floor, fields.steps, fields.seats]} formError={form.errors?.[0]} />
      {room ? <Version at={room.updated_at} /> : null}
      <div className="four-fields">
        <Field field={fields.name} label={roomLabels.name} autoComplete="off" />
        <Field field={fields.floor} label={roomLabels.floor} autoComplete="off" hint="Optional" />
        <Field field={fields.seats} label={roomLabels.seats} type="number" hint="Optional" />
      </div>
      <Field
        field={fields.steps}
        label={roomLabels.steps}
        autoComplete="off"
        hint="Optional: steps, doors and elevators on the way in"
      />
      <div className="actions">
        <Button name="intent" value={intent} data-busy="Saving …">
          {room ? "Save" : "Add room"}
          {room ? <span className="visually-hidden"> {room.name}</span> : null}
        </Button>
        {room ? (
          <Button looks={["ghost"]} name="intent" value={`delete-${room.id}`}>
            Delete<span className="visually-hidden"> {room.name}</span>
          </Button>
        ) : null}
      </div>
    </form>
  );
}
