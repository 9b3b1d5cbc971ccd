import { parseWithZod } from "@conform-to/zod";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { seeOther, unprocessable } from "../../platform/request/http.ts";
import { likeSchema } from "./likes.schema.ts";
import { setLike } from "./likes.server.ts";

/** The signed-in person who likes; if that cannot be determined, the visitor counts as not signed in. */
export async function signedInLiker({ signIn }: AppLoadContext) {
  if (!signIn.claimed) return null;
  return signIn.current().catch((error) => {
    if (error instanceof DatabaseUnavailable) return null;
    throw error;
  });
}

const statusOf = { "not-found": 404, "too-many": 429, unavailable: 503 } as const;

/** @param pathOf the page to return to; `mine` if only the visitor's network address identifies the like */
export async function answerLike(
  { request, context }: { request: Request; context: AppLoadContext },
  pathOf: (form: FormData, mine: boolean) => string,
) {
  const form = await request.formData();
  const wish = parseWithZod(form, { schema: likeSchema });
  if (wish.status !== "success") return unprocessable({ outcome: "invalid" as const });
  const person = await signedInLiker(context);
  const outcome = await setLike(context, wish.value, person?.user.id ?? null);
  if (outcome !== "liked" && outcome !== "unliked") return unprocessable({ outcome }, statusOf[outcome]);
  return seeOther(`${pathOf(form, !context.hasVisitorCookie && !person)}#resource-${wish.value.resource}`);
}
