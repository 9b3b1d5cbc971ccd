import { When } from "../../admin/when.tsx";
import { Button, safeUrl } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";
import type { CheckedLink } from "./resource-editing.server.ts";

interface LinkReportProps {
  resource: { updated_at: string; link: CheckedLink | null };
}

export function LinkReport({ resource }: LinkReportProps) {
  const { link } = resource;
  if (!link) return null;
  const { state, checked_at: at, moved_to: movedTo } = link;
  switch (state) {
    case "fine":
      return (
        <p className="hint">
          The link worked when it was last checked, <When at={at} isShort />.
        </p>
      );
    case "unknown":
      return (
        <p className="hint">
          The link could not be checked (<When at={at} isShort />
          ): its site turns programs away or gave no clear answer. Open it to see whether it still works.
        </p>
      );
    case "moved":
      return (
        <Notice past title="The page behind the link has moved.">
          <p className="break-words">
            It has moved to <a href={safeUrl(movedTo ?? "")}>{movedTo}</a>. Open it first to see whether it is the same
            page.
          </p>
          <form method="post">
            <input type="hidden" name="intent" value="take-address" />
            <input type="hidden" name="version" value={resource.updated_at} />
            <input type="hidden" name="address" value={movedTo ?? ""} />
            <Button looks={["small"]} className="mt-3">
              Use the new link
            </Button>
          </form>
        </Notice>
      );
    case "gone":
      return (
        <Notice bad title="Nothing was found at the link in three checks on different days.">
          <p>
            The library says so beside it while it is published. Change the link below, delete the resource, or have the
            link checked again (last check: <When at={at} isShort />
            ).
          </p>
          <form method="post">
            <input type="hidden" name="intent" value="check-again" />
            <Button looks={["small"]} className="mt-3">
              Check the link again
            </Button>
          </form>
        </Notice>
      );
  }
}
