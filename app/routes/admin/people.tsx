import { getFormProps } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { endpointHost } from "../../features/attendance/sign-up/waitlist.server.ts";
import { takeBackById } from "../../features/credentials/credentials.server.ts";
import { outsideServices } from "../../features/legal/processors.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { Held, holdsNothing } from "../../features/people/held.tsx";
import { personSchema } from "../../features/people/people.schema.ts";
import { erasePerson, findPerson, liftSuppression, type PersonalData } from "../../features/people/people.server.ts";
import { StoppedMail } from "../../features/people/stopped-mail.tsx";
import { unprocessable } from "../../platform/request/http.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary, Notice } from "../../ui/form-messages.tsx";

const path = "/admin/people";

export async function loader({ context }: LoaderFunctionArgs) {
  await requireAdmin(context);
  return { outside: outsideServices(context.env), endpoint: endpointHost(context.env) };
}

/** The response to a search is the page itself: the address must not be in a URL, which the browser would remember. */
export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  if (form.get("intent") === "take-back") {
    const isTaken = await takeBackById(admin, String(form.get("number")).trim().toLowerCase());
    return isTaken
      ? seeDone(path, "credential-taken-back")
      : unprocessable({ ...nothing, refused: refusals.credential });
  }
  const submission = parseWithZod(form, { schema: personSchema });
  const result = submission.reply();
  if (submission.status !== "success") return unprocessable({ ...nothing, result });
  const { email } = submission.value;
  if (form.get("intent") === "lift") {
    const isLifted = await liftSuppression(admin, context, email, String(form.get("stream")));
    const person = await findPerson(admin, context.env, email);
    if (isLifted) return { ...nothing, result, person, lifted: true };
    return unprocessable({ ...nothing, result, person, refused: refusals.stopped });
  }
  const wantsErasure = form.get("intent") === "erase";
  const isSure = form.get("sure") === "on";
  if (wantsErasure && isSure) {
    const outcome = await erasePerson(admin, context, email);
    if (outcome !== "is-admin") return seeDone(path, outcome);
  }
  const person = await findPerson(admin, context.env, email);
  if (!wantsErasure) return { ...nothing, result, person };
  return unprocessable({ ...nothing, result, person, refused: isSure ? refusals.admin : refusals.unsure });
}

const nothing = { result: undefined, person: null, refused: null, lifted: false };

const refusals = {
  credential: "Nothing was changed: no valid credential has this number.",
  unsure: "Nothing has been erased: check the box first.",
  admin: "Nothing has been erased: this is the account of an admin, who must be removed as an admin first.",
  stopped: "Nothing was changed: no email of this kind was stopped, or it was reported as spam.",
};

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "People");

export default function People() {
  const { outside } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const person = answer?.person;
  return (
    <>
      <AdminHeader
        title="People"
        note="When a person asks what this site holds about them, or wants it deleted, look up the address that the request came from, so that nobody gets another person’s data."
      />
      {answer ? null : <Done />}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      {answer?.lifted ? <Notice title="This address gets these emails again." /> : null}
      <section className="panel narrow" aria-label="Look up">
        <LookForm />
      </section>
      {person ? <Found person={person as PersonalData} /> : null}
      <TakeBack />
      <section className="panel" aria-labelledby="outside">
        <h2 id="outside">What this page does not cover</h2>
        <ul className="bullets">
          {outside.map(({ name, gets }) => (
            <li key={name}>
              <strong>{name}</strong> {gets}. Export and delete there, too.
            </li>
          ))}
          <li>The organization’s email: answers, and drafts that visitors sent from their own mail programs.</li>
          <li>Files that admins exported, and backups of the database until they are overwritten.</li>
          <li>Likes of visitors without an account: nobody can tell whose they are.</li>
          <li>
            Texts on the site that name a person: change them by hand. The log keeps what they said before, as it does
            with every change.
          </li>
        </ul>
      </section>
    </>
  );
}

/** For credentials whose reservation is gone; the others are taken back at their reservation, all of it. */
function TakeBack() {
  return (
    <section className="panel narrow" aria-labelledby="take-back">
      <h2 id="take-back">Take a credential back</h2>
      <form method="post" action={path} className="form">
        <input type="hidden" name="intent" value="take-back" />
        <div className="field">
          <label htmlFor="number">Number of the credential</label>
          <input id="number" name="number" required maxLength={36} autoComplete="off" aria-describedby="number-hint" />
          <p className="hint" id="number-hint">
            As <a href="/verify">Check a credential</a> shows it. This works after the person has left, too, and cannot
            be undone.
          </p>
        </div>
        <Button looks={["ghost"]} data-busy="Taking back …">
          Take back
        </Button>
      </form>
    </section>
  );
}

function LookForm() {
  const answer = useActionData<typeof action>();
  const [form, fields] = useAdminForm<z.input<typeof personSchema>>({
    id: "person",
    lastResult: answer?.result,
    constraint: getZodConstraint(personSchema),
  });
  return (
    <form {...getFormProps(form)} method="post" action={path} className="form">
      <ErrorSummary fields={[fields.email]} />
      <Field field={fields.email} label="Email" type="email" autoComplete="off" />
      <Button data-busy="Looking …">Look up</Button>
    </form>
  );
}

function Found({ person }: { person: PersonalData }) {
  const { endpoint } = useLoaderData<typeof loader>();
  return (
    <section className="panel" aria-labelledby="held" tabIndex={-1} data-focus>
      <h2 id="held" className="wrap-anywhere">
        {person.email}
      </h2>
      <Held person={person} endpoint={endpoint} />
      <StoppedMail {...person} />
      {holdsNothing(person) ? null : (
        <form method="post" action={`${path}.json`} className="actions">
          <input type="hidden" name="email" value={person.email} />
          <Button looks={["ghost", "small"]}>Download everything as a file</Button>
        </form>
      )}
      {holdsNothing(person) ? null : person.account?.is_admin ? (
        <p>
          This is the account of an admin. To erase it, <a href="/admin/admins">remove it as an admin</a> first.
        </p>
      ) : (
        <form method="post" action={path} className="form danger-zone">
          <input type="hidden" name="intent" value="erase" />
          <input type="hidden" name="email" value={person.email} />
          <div className="field">
            <label className="choice">
              <input type="checkbox" name="sure" required />
              Delete all of this for good, and remove the address from notes and from what others sent
            </label>
          </div>
          <Button className="danger" data-busy="Erasing …">
            Erase
          </Button>
        </form>
      )}
    </section>
  );
}
