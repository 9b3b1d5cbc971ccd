import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { notFound } from "../platform/request/http.ts";

/** Every path that is no page, and everything that the guard did not let through. */
export function loader({ context: { refusal } }: LoaderFunctionArgs) {
  if (!refusal || refusal.status === 404) throw notFound();
  throw data({ title: refusal.title, text: refusal.text }, { status: refusal.status });
}

export default function NotFound() {
  return null;
}
