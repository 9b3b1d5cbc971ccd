import { When } from "../../admin/when.tsx";
import { longDay } from "../../platform/text/site-time.ts";
import { Button, ExternalLink } from "../../ui/button.tsx";
import type { StoredSuggestion } from "./suggestions.server.ts";

const kindNames = { resource: "For the library", event: "Event elsewhere" } as const;

interface SuggestionPanelProps {
  suggestion: StoredSuggestion;
  hasDraft: boolean;
}

export function SuggestionPanel({ suggestion, hasDraft }: SuggestionPanelProps) {
  const { id, kind, title, url, about, day, place, email, status, suspected_spam: isSuspected } = suggestion;
  const press = (intent: string, words: string, looks: ("ghost" | "small")[]) => (
    <form method="post">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={suggestion.updated_at} />
      <Button name="intent" value={intent} looks={looks}>
        {words}
      </Button>
    </form>
  );
  return (
    <li id={`row-${id}`} className="panel">
      <h2>
        <bdi>{title}</bdi>
      </h2>
      <p className="hint">
        {kindNames[kind]}, sent <When at={suggestion.created_at} />
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">{about}</p>
      <p className="wrap-anywhere">
        <ExternalLink href={url}>{url}</ExternalLink>
      </p>
      {day || place ? <p>{[day && longDay(day), place].filter(Boolean).join(", ")}</p> : null}
      {email ? <p className="wrap-anywhere">From {email}</p> : null}
      <div className="actions">
        {status !== "accepted" ? (
          press("accept", "Accept as a draft", ["small"])
        ) : hasDraft ? (
          <a href={kind === "resource" ? `/admin/resources/${id}` : `/admin/events/${id}`}>
            {kind === "resource" ? "Open the resource" : "Open the event"}
          </a>
        ) : (
          <span>Accepted. It has been deleted since.</span>
        )}
        {status === "new" ? press("decline", "Decline", ["ghost", "small"]) : null}
        {status === "declined" ? press("reopen", "Move back to waiting", ["ghost", "small"]) : null}
        {isSuspected ? press("clear", "Not spam", ["ghost", "small"]) : null}
      </div>
    </li>
  );
}
