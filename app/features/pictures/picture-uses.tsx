import { Danger } from "../../admin/danger.tsx";
import { useRights } from "../../admin/own-role.tsx";
import { Button } from "../../ui/button.tsx";
import type { Picture, PictureUse } from "./pictures.server.ts";

const kinds: Record<PictureUse["kind"], string> = {
  event: "Event",
  place: "Place",
  speaker: "Speaker",
  article: "Article",
  guide: "Guide",
  issue: "Issue",
  site: "Site",
};

function pageOf({ kind, id }: PictureUse): string {
  if (kind === "site") return "/admin/site/founders";
  if (kind === "place") return `/admin/places/${id}`;
  if (kind === "issue") return `/admin/issues/${id}`;
  if (kind === "event" || kind === "speaker") return `/admin/events/${id}`;
  return `/admin/articles/${id}`;
}

export function PictureUses({ uses }: { uses: PictureUse[] }) {
  const { mayOpen } = useRights();
  if (uses.length === 0) return <p className="hint">Nothing shows this picture yet.</p>;
  return (
    <ul className="plain">
      {uses.map((use) => {
        const title = use.kind === "site" ? "Founders, or the picture shown with links" : use.title;
        const isOpen = use.kind !== "site" || mayOpen("/admin/site");
        return (
          <li key={`${use.kind}-${use.id}`}>
            {kinds[use.kind]}: {isOpen ? <a href={pageOf(use)}>{title}</a> : title}
          </li>
        );
      })}
    </ul>
  );
}

interface DeletionProps {
  picture: Picture & { uses: PictureUse[] };
  confirming: boolean;
}

export function PictureDeletion({ picture: { id, updated_at, uses }, confirming }: DeletionProps) {
  if (uses.length > 0) {
    return (
      <Danger
        id="delete"
        title="Delete this picture"
        text="A picture can be deleted when nothing shows it. Choose another one, or none, in each of these first:"
      >
        <PictureUses uses={uses} />
      </Danger>
    );
  }
  if (!confirming) {
    return (
      <Danger id="delete" title="Delete this picture" text="For good, with its file. Nothing shows it.">
        <a href={`/admin/pictures/${id}?confirm=delete#delete`}>Delete this picture …</a>
      </Danger>
    );
  }
  return (
    <Danger
      id="delete"
      isQuestion
      title="Delete this picture?"
      text="For good, with its file. Nothing on this site shows it; a site or an email that shows it will show its description instead."
    >
      <form method="post" className="form">
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="version" value={updated_at} />
        <div className="actions">
          <Button className="danger">Delete for good</Button>
          <a href={`/admin/pictures/${id}`}>Keep it</a>
        </div>
      </form>
    </Danger>
  );
}
