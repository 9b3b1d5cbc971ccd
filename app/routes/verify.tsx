import { parseWithZod } from "@conform-to/zod";
import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PrintedNotice, VerdictNotice } from "../features/credentials/verdict.tsx";
import { standingOf, verify } from "../features/credentials/verification.server.ts";
import { verifySchema } from "../features/credentials/verify.schema.ts";
import { VerifyForm } from "../features/credentials/verify-form.tsx";
import { breadcrumbs, originOf, pageMeta, siteOf } from "../features/metadata/metadata.ts";
import { neverStored, unprocessable } from "../platform/request/http.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { useSite } from "../use-site.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get("id");
  const standing = id === null ? null : await standingOf(context, id.toLowerCase());
  return data({ standing }, { status: standing === "unasked" ? 503 : 200, headers: neverStored });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = await parseWithZod(await request.formData(), { schema: verifySchema, async: true });
  if (submission.status !== "success") return unprocessable({ result: submission.reply(), verdict: null });
  const verdict = await verify(context, submission.value);
  return data({ result: null, verdict }, { status: verdict.found === "unasked" ? 503 : 200, headers: neverStored });
}

export const headers = ({ actionHeaders, loaderHeaders }: HeadersArgs) =>
  actionHeaders.has("Cache-Control") ? actionHeaders : loaderHeaders;

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Check a credential",
    description: `Check whether a credential of attendance was issued by the ${siteOf(args).name}.`,
    path: "/verify",
    structured: [breadcrumbs(originOf(args), [{ name: "Check a credential", path: "/verify" }])],
  });

export default function Verify() {
  const { standing } = useLoaderData<typeof loader>();
  const { name } = useSite();
  const answer = useActionData<typeof action>();
  return (
    <main id="main">
      <PageHeader
        title="Check a credential"
        lead={`Check here whether a credential of attendance was issued by the ${name}, and whether it is still good.`}
        stars="cross"
      />
      <div className="wrap section grid gap-8">
        {answer?.verdict ? <VerdictNotice verdict={answer.verdict} /> : null}
        {standing && !answer ? <PrintedNotice standing={standing} /> : null}
        <VerifyForm lastResult={answer?.result} />
        <p className="hint">What you send is checked and not stored.</p>
      </div>
    </main>
  );
}
