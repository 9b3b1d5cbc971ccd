import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { MarkdownText } from "../../features/markdown/markdown-text.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { pastedText } from "../../platform/text/text.ts";

/** The longest text of any form. */
const longest = 20_000;

const labels = {
  about: "About",
  recap: "What happened",
  abstract: "About the talk",
  biography: "About the speaker",
  words: "Your words",
};

type Name = keyof typeof labels;

export async function loader({ context }: LoaderFunctionArgs) {
  await requireAdmin(context);
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireAdmin(context);
  const form = await request.formData();
  return (Object.keys(labels) as Name[]).flatMap((name) => {
    const text = form.get(name);
    return typeof text === "string" && text.trim() ? [{ name, text: pastedText(text, true).slice(0, longest) }] : [];
  });
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Preview");

export default function TextPreview() {
  const texts = useActionData<typeof action>();
  return (
    <>
      <AdminHeader
        title="Preview"
        note="As visitors will see it. Nothing has been saved: the form is in the other tab."
      />
      {texts?.map(({ name, text }) => (
        <section key={name} className="panel" aria-labelledby={name}>
          <h2 id={name}>{labels[name]}</h2>
          <MarkdownText text={text} top={3} />
        </section>
      ))}
      {texts?.length ? null : (
        <p className="lead">There is no text yet. Press “Preview the text” in a form that has some.</p>
      )}
    </>
  );
}
