import { getFormProps, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { helperSchema } from "../features/attendance/check-in/door.schema.ts";
import { type Door, findDoor } from "../features/attendance/check-in/door.server.ts";
import { enterDoor } from "../features/attendance/check-in/door-cookie.server.ts";
import { canEnter, openHours } from "../features/attendance/check-in/door-words.ts";
import { ClosedDoor, NoPass } from "../features/attendance/check-in/no-door.tsx";
import { isAdminHere } from "../features/attendance/check-in/passes.server.ts";
import { personalMeta } from "../features/metadata/metadata.ts";
import { answerHeaders, personalHeaders, seeOther, unprocessable } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { ErrorSummary } from "../ui/form-messages.tsx";

export const handle: RouteHandle = { bare: true };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const door = await findDoor(context, params.token);
  return data(
    { door, isAdmin: !door && (await isAdminHere(context)) },
    { status: door ? 200 : 404, headers: personalHeaders },
  );
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const { token = "" } = params;
  const door = await findDoor(context, token);
  // The page explains an invalid pass or a closed check-in.
  if (!canEnter(door)) return seeOther(`/door/${token}`);
  const submission = parseWithZod(await request.formData(), { schema: helperSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  await enterDoor(context, { pass: token, name: submission.value.name }, new Date(door.closes_at));
  return seeOther("/door");
}

export const headers = answerHeaders;

export const meta: MetaFunction = (args) => personalMeta(args, "Check-in");

export default function DoorPassRoute() {
  const { door, isAdmin } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="wrap section grid content-start gap-6">
      {!door ? <NoPass isAdmin={isAdmin} /> : canEnter(door) ? <Entrance door={door} /> : <ClosedDoor door={door} />}
    </main>
  );
}

function Entrance({ door }: { door: Door }) {
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof helperSchema>>({
    id: "helper",
    lastResult,
    constraint: getZodConstraint(helperSchema),
    defaultNoValidate: false,
  });
  return (
    <>
      <h1>Check-in for {door.title}</h1>
      <p>
        With this pass you check people in: you see their names, how many they come with, and who is in.{" "}
        {openHours(door)}
      </p>
      <form {...getFormProps(form)} method="post" className="form sheet">
        <ErrorSummary fields={[fields.name]} />
        <Field
          field={fields.name}
          label="Your name"
          autoComplete="given-name"
          hint="Other helpers see it next to the people you check in. A cookie keeps it until check-in closes."
        />
        <Button data-busy="Opening …">Open check-in</Button>
      </form>
    </>
  );
}
