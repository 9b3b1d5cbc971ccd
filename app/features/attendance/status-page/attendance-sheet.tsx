import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { ErrorSummary } from "../../../ui/form-messages.tsx";
import { QrCode, type QrDrawing } from "../../../ui/qr-code.tsx";
import { useSite } from "../../../use-site.ts";
import type { attendanceSchema } from "./attendance.schema.ts";
import type { Attendance } from "./attendance.ts";

interface AttendanceSheetProps {
  attendance: Attendance;
  /** the name they entered; empty for none */
  name: string;
  /** QR code of the page that verifies the credential; null until one was downloaded */
  drawing: QrDrawing | null;
  lastResult?: SubmissionResult<string[]>;
}

export function AttendanceSheet({ attendance, name, drawing, lastResult }: AttendanceSheetProps) {
  const { name: organization } = useSite();
  const { event, day, place, until } = attendance;
  const [form, fields] = useForm<z.input<typeof attendanceSchema>>({
    id: "attendance",
    lastResult,
    defaultValue: { name },
    defaultNoValidate: false,
  });
  return (
    <>
      <section className="sheet paper" aria-labelledby="event">
        <h2 id="event" className="text-h3">
          {event}
        </h2>
        <dl className="facts mt-3">
          {name ? (
            <>
              <dt>Name</dt>
              <dd className="wrap-anywhere">
                <bdi>{name}</bdi>
              </dd>
            </>
          ) : null}
          <dt>Checked in</dt>
          <dd>{day}</dd>
          {place ? (
            <>
              <dt>Where</dt>
              <dd>{place}</dd>
            </>
          ) : null}
          <dt>Organized by</dt>
          <dd>{organization}</dd>
        </dl>
        {drawing ? (
          <>
            <QrCode drawing={drawing} label="QR code of the page that says whether this credential is good" />
            <p className="hint">Scan it to see whether the credential of this attendance is good.</p>
          </>
        ) : null}
      </section>
      <form {...getFormProps(form)} className="form no-print">
        <ErrorSummary fields={[fields.name]} />
        <Field
          field={fields.name}
          label="Name on this page"
          autoComplete="name"
          hint="Leave it empty for a page without a name. It is not stored: print the page, or save it as a PDF."
        />
        <Button looks={["ghost"]}>Show this name</Button>
      </form>
      <p className="hint no-print">
        This page says that your reservation was checked in at the door; the name on it is the one that you enter.{" "}
        {until
          ? `It is here until ${until} at the latest; then we erase your reservation.`
          : "It is here for as long as we keep your reservation."}
      </p>
    </>
  );
}
