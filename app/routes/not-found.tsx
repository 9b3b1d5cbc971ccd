import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { notFound } from "../platform/request/http.ts";

/** Handles every path without a page, and every request the guard refused. */
export function loader({ context: { refusal } }: LoaderFunctionArgs) {
  if (!refusal || refusal.status === 404) throw notFound();
  throw data({ title: refusal.title, text: refusal.text }, { status: refusal.status });
}

export default function NotFound() {
  return null;
}
