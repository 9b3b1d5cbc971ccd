import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done } from "../../admin/done.tsx";
import { Empty } from "../../admin/empty.tsx";
import { islandNames, islandWords } from "../../community.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { listPlaces } from "../../features/places/place-editing.server.ts";
import { SampleMark } from "../../features/samples/sample-mark.tsx";
import { readSamples } from "../../features/samples/samples.server.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";

const path = "/admin/places";

export async function loader({ context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const [places, samples] = await Promise.all([listPlaces(admin), readSamples(admin)]);
  return { places, samples };
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Places");

export default function Places() {
  const { places, samples } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader
        title="Places"
        note="Where events are: entered once, and chosen in the form of each event."
        action={
          <ButtonLink looks={["small"]} href={`${path}/new`}>
            New place
          </ButtonLink>
        }
      />
      <Done />
      {places.length > 0 ? (
        <table className="rows">
          <caption className="hint">{pluralize(places.length, "place")}</caption>
          <ColumnHeads names={["Name", "Address", islandWords.label, "Events"]} numbers={["Events"]} />
          <tbody>
            {places.map((place) => (
              <tr key={place.id}>
                <th scope="row">
                  <a href={`${path}/${place.id}`}>{place.name}</a> <SampleMark samples={samples} id={place.id} />
                </th>
                <td data-label="Address">{[place.street, place.city].filter(Boolean).join(", ")}</td>
                <td data-label={islandWords.label}>{islandNames[place.island]}</td>
                <td data-label="Events" className="number">
                  {place.events}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Empty title="There are no places yet" action={{ to: `${path}/new`, label: "Add the first place" }}>
          A place has an address, and says how to get there and in. Every event there shows it.
        </Empty>
      )}
    </>
  );
}
