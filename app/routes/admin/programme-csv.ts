import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAdmin } from "../../admin/admin.server.ts";
import { fileResponse } from "../../admin/file-response.ts";
import { programmeColumns, programmeRecords } from "../../features/programme/programme-csv.ts";
import { requireProgramme } from "../../features/programme/programme-editing.server.ts";
import { withoutLinkSecret } from "../../platform/text/link-secret.ts";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const programme = await requireProgramme(await requireAdmin(context), params.id);
  const parts = programmeRecords(programme, context.origin);
  const name = `program-${withoutLinkSecret(programme.event.key)}`;
  return fileResponse({ format: "csv", name, columns: programmeColumns, parts, now: context.now });
}
