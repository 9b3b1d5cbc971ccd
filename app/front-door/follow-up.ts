import type { AppLoadContext } from "@remix-run/cloudflare";
import { sealForm } from "../platform/request/interrupted-form.server.ts";
import type { AdminForm } from "./admin-form.ts";

/** A path in the admin area that has no page. */
const noPage = "/admin/-";

/**
 * Renders the page that replaces the response, if any. A form sent after the session ended leads to the sign-in or code
 * page, which carries the form; after signing in, the person gets that form back. A file URL that the person's role
 * does not permit leads to a page that says so. Returns null in all other cases.
 * @param draw renders a page in this context
 */
export async function drawFollowUp(
  form: AdminForm | null,
  { env, interruption, signIn, isForbidden }: AppLoadContext,
  draw: (path: string) => Promise<Response>,
): Promise<Response | null> {
  if (isForbidden) return draw(noPage);
  if (interruption.returned) return draw(interruption.returned.path);
  if (!interruption.leadsTo || !form) return null;
  if (interruption.sealed !== undefined) return draw(interruption.leadsTo);
  const typed = await form.fields();
  interruption.files = typed.files;
  interruption.sealed = await sealForm(
    { path: form.path, account: await signIn.account(), ...typed },
    env.SESSION_SECRET,
  );
  return draw(interruption.leadsTo);
}
