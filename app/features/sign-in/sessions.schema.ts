import { z } from "zod";

const ending = z.union([
  z.object({ intent: z.literal("end-session"), session: z.string().uuid() }),
  z.object({ intent: z.literal("end-sessions"), session: z.undefined() }),
]);

/** What a session-list form ends: one session, or all others; null for any other form. */
export function endedBy(form: FormData): { session?: string } | null {
  const asked = ending.safeParse({ intent: form.get("intent"), session: form.get("session") ?? undefined });
  return asked.success ? { session: asked.data.session } : null;
}
