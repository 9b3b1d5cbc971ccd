import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done } from "../../admin/done.tsx";
import { Empty } from "../../admin/empty.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { adminProgrammePath } from "../../features/programme/admin-paths.ts";
import { listSpeakerContacts } from "../../features/programme/corrections.server.ts";
import { requireProgramme } from "../../features/programme/programme-editing.server.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const { event, speakers, talks } = await requireProgramme(admin, params.id);
  const contacts = await listSpeakerContacts(admin, event.id);
  return { event, speakers, talks, waiting: contacts.flatMap((each) => (each.correction ? [each.speaker] : [])) };
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `Speakers: ${args.data?.event.title ?? ""}`);

export default function Speakers() {
  const { event, speakers, talks, waiting } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader
        title="Speakers"
        back={{ to: adminProgrammePath(event), label: "Program" }}
        note="Visitors see those of announced talks, once the program is published."
        action={
          <ButtonLink looks={["small"]} href={adminProgrammePath(event, "speakers/new")}>
            New speaker
          </ButtonLink>
        }
      />
      <Done />
      {speakers.length > 0 ? (
        <table className="rows">
          <caption className="hint">{pluralize(speakers.length, "speaker")}</caption>
          <ColumnHeads names={["Name", "Organization", "Talks"]} />
          <tbody>
            {speakers.map((speaker) => (
              <tr key={speaker.id}>
                <th scope="row">
                  <a href={adminProgrammePath(event, `speakers/${speaker.id}`)}>{speaker.name}</a>
                  {waiting.includes(speaker.id) ? (
                    <a className="history" href={adminProgrammePath(event, `speakers/${speaker.id}/corrections`)}>
                      A correction to review
                    </a>
                  ) : null}
                </th>
                <td data-label="Organization">{speaker.organization ?? "–"}</td>
                <td data-label="Talks">
                  {talks
                    .filter((talk) => talk.speakers.includes(speaker.id))
                    .map(({ title }) => title)
                    .join(", ") || "None yet"}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Empty
          title="There are no speakers yet"
          action={{ to: adminProgrammePath(event, "speakers/new"), label: "Add the first speaker" }}
        >
          Name, organization and a few sentences about each person; a talk then names its speakers.
        </Empty>
      )}
    </>
  );
}
