import { getFormProps } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { requireProof } from "../../admin/proof.server.ts";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { When } from "../../admin/when.tsx";
import { senderOf } from "../../features/mail/mail-sender.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { ownAddressSchema } from "../../features/sign-in/own-address.schema.ts";
import { askNewAddress, cancelNewAddress, pendingAddress } from "../../features/sign-in/own-address.server.ts";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";

const account = "/admin/account";
const path = "/admin/account/address";

export const handle: RouteHandle = { section: account };

export async function loader({ context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const sendsMail = senderOf(context.env) !== null;
  if (sendsMail) requireProof(admin, path);
  return { email: admin.email, sendsMail, pending: await pendingAddress(admin) };
}

const refusals = {
  same: "This is the address that you have now",
  taken: "This address has an account of its own",
  "not-now": "You have asked for 5 changes of your address within 24 hours: try again later",
};

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  if (!senderOf(context.env)) throw notFound();
  const form = await request.formData();
  if (form.get("intent") === "cancel") {
    await cancelNewAddress(admin);
    return seeDone(path, "address-canceled");
  }
  requireProof(admin, path);
  const submission = parseWithZod(form, { schema: ownAddressSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const outcome = await askNewAddress(context, admin, submission.value.email);
  if (outcome === "asked") return seeDone(path, "address-asked");
  return unprocessable(submission.reply({ fieldErrors: { email: [refusals[outcome]] } }));
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Change your email address");

export default function Address() {
  const { email, sendsMail, pending } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  return (
    <>
      <AdminHeader
        title="Change your email address"
        back={{ to: account, label: "Account" }}
        note={<>You sign in with {email}.</>}
      />
      {lastResult ? null : <Done />}
      {pending ? (
        <div className="panel narrow">
          <p>
            Waiting for confirmation of <strong className="wrap-anywhere">{pending.email}</strong>, by the link in the
            email to that address, since <When at={pending.asked_at} />. The link works for 24 hours.
          </p>
          <form method="post" action={path} className="form">
            <input type="hidden" name="intent" value="cancel" />
            <Button looks={["ghost"]}>Keep the old address</Button>
          </form>
        </div>
      ) : null}
      <div className="panel narrow">
        {sendsMail ? (
          <AddressForm />
        ) : (
          <p className="hint">This site sends no email, so your address cannot be changed from here.</p>
        )}
      </div>
    </>
  );
}

function AddressForm() {
  const [form, fields] = useAdminForm<z.input<typeof ownAddressSchema>>({
    id: "address",
    lastResult: useActionData<typeof action>(),
    constraint: getZodConstraint(ownAddressSchema),
  });
  return (
    <form {...getFormProps(form)} method="post" action={path} className="form">
      <ErrorSummary fields={[fields.email]} />
      <Field
        field={fields.email}
        label="New email address"
        type="email"
        autoComplete="email"
        hint="A link goes to the new address. When you confirm there, you sign in with it, and are signed out everywhere. We email the old address, too."
      />
      <Button data-busy="Sending …">Change address</Button>
    </form>
  );
}
