import {
  type FieldMetadata,
  getFormProps,
  getInputProps,
  getSelectProps,
  type SubmissionResult,
} from "@conform-to/react";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { SaveBar } from "../../admin/save-bar.tsx";
import { State } from "../../admin/state.tsx";
import { zoneInWords } from "../../platform/text/site-time.ts";
import { Button } from "../../ui/button.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import { FieldError } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { adminProgrammePath } from "./admin-paths.ts";
import { arrangementOf, fieldOf } from "./arrangement.schema.ts";
import { kindNames } from "./programme.ts";
import type { EditedProgramme, EditedTalk } from "./programme-editing.server.ts";

interface ArrangementFormProps {
  programme: EditedProgramme;
  lastResult?: SubmissionResult<string[]>;
}

type Fields = Record<string, FieldMetadata<string | undefined>>;

export function ArrangementForm({ programme, lastResult }: ArrangementFormProps) {
  const { talks, event } = programme;
  const [form, fieldset] = useAdminForm<Record<string, string | undefined>>({
    id: "arrangement",
    intent: "arrange",
    lastResult,
    defaultValue: arrangementOf(talks),
  });
  const fields = fieldset as Fields;
  const rooms = [
    { value: "", label: "None" },
    ...programme.rooms.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const each = talks.map((talk) => ({
    talk,
    day: fields[fieldOf("day", talk)] as Fields[string],
    start: fields[fieldOf("start", talk)] as Fields[string],
    end: fields[fieldOf("end", talk)] as Fields[string],
    room: fields[fieldOf("room", talk)] as Fields[string],
    version: fields[fieldOf("version", talk)] as Fields[string],
  }));
  return (
    <form {...getFormProps(form)} method="post">
      <ErrorSummary
        fields={each.flatMap(({ day, start, end, room }) => [day, start, end, room])}
        formError={form.errors?.[0]}
      />
      <table className="rows arrangement">
        <caption className="hint">
          Times are in {zoneInWords}. An end that is not after the start is on the next morning.
        </caption>
        <ColumnHeads names={["Talk", "Day", "Start", "End", "Room"]} />
        <tbody>
          {each.map(({ talk, day, start, end, room, version }) => (
            <tr key={talk.id}>
              <th scope="row">
                <a href={adminProgrammePath(event, talk.id)}>{talk.title}</a>
                <TalkState talk={talk} />
                <input type="hidden" name={version.name} value={version.initialValue ?? talk.updated_at} />
              </th>
              <td data-label="Day">
                <Cell field={day} type="date" label={`Day of ${talk.title}`} />
              </td>
              <td data-label="Start">
                <Cell field={start} type="time" label={`Start of ${talk.title}`} />
              </td>
              <td data-label="End">
                <Cell field={end} type="time" label={`End of ${talk.title}`} />
              </td>
              <td data-label="Room">
                <RoomCell field={room} label={`Room of ${talk.title}`} rooms={rooms} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <SaveBar>
        <Button name="intent" value="arrange" data-busy="Saving …">
          Save all times and rooms
        </Button>
      </SaveBar>
    </form>
  );
}

function TalkState({ talk }: { talk: EditedTalk }) {
  return (
    <span className="history hint">
      {kindNames[talk.kind]} {talk.status === "cancelled" ? <State shape="alert">Canceled</State> : null}
      {talk.is_announced ? null : <State shape="dashed">To be announced</State>}
    </span>
  );
}

interface CellProps {
  field: Fields[string];
  label: string;
}

function Cell({ field, type, label }: CellProps & { type: "date" | "time" }) {
  const { key, pattern: _none, ...input } = getInputProps(field, { type });
  return (
    <span className="field">
      <input key={key} {...input} aria-label={label} aria-describedby={field.errors && field.errorId} />
      <FieldError field={field} />
    </span>
  );
}

function RoomCell({ field, label, rooms }: CellProps & { rooms: { value: string; label: string }[] }) {
  const { key, ...select } = getSelectProps(field);
  return (
    <span className="field">
      <select key={key} {...select} aria-label={label} aria-describedby={field.errors && field.errorId}>
        {rooms.map((room) => (
          <option key={room.value} value={room.value}>
            {room.label}
          </option>
        ))}
      </select>
      <FieldError field={field} />
    </span>
  );
}
