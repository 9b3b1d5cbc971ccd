import { When } from "../../admin/when.tsx";
import { Button } from "../../ui/button.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import type { SpeakerContact } from "./corrections.server.ts";
import { speakerLabels } from "./speaker.schema.ts";

const textFields = ["name", "organization", "biography", "link_url"] as const;

function differencesOf({ words, correction }: SpeakerContact) {
  if (!words || !correction) return [];
  const talks = correction.talks ?? [];
  return [
    ...textFields.flatMap((field) =>
      correction[field] === undefined
        ? []
        : [{ key: field, label: speakerLabels[field], old: words[field], sent: correction[field] }],
    ),
    ...words.talks.flatMap((old) => {
      const sent = talks.find(({ id }) => id === old.id);
      return (["title", "abstract"] as const).flatMap((field) =>
        sent?.[field] === undefined
          ? []
          : [
              {
                key: `${field}-${old.id}`,
                label: `${field === "title" ? "Title" : "Abstract"} of “${old.title}”`,
                old: old[field],
                sent: sent[field],
              },
            ],
      );
    }),
  ];
}

export function CorrectionPanel({ contact }: { contact: SpeakerContact }) {
  const { correction, sent_at: sent, settled_at: settled, is_taken: isTaken, version } = contact;
  if (!correction || !sent)
    return settled ? (
      <p>
        The last correction was {isTaken ? "accepted" : "declined"} <When at={settled} />.
      </p>
    ) : null;
  return (
    <section className="panel" aria-labelledby="correction">
      <h2 id="correction">A correction to review</h2>
      <p>
        Sent <When at={sent} />. The speaker sees on their page whether it was accepted.
      </p>
      <table className="rows">
        <ColumnHeads names={["Field", "As it is", "As it was sent"]} />
        <tbody>
          {differencesOf(contact).map(({ key, label, old, sent: wanted }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td data-label="As it is" className="whitespace-pre-wrap wrap-anywhere">
                {old || "(empty)"}
              </td>
              <td data-label="As sent" className="whitespace-pre-wrap wrap-anywhere">
                {wanted || "(empty)"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <form method="post" className="actions">
        <input type="hidden" name="version" value={version ?? ""} />
        <Button name="intent" value="take" looks={["small"]}>
          Accept
        </Button>
        <Button name="intent" value="leave" looks={["ghost", "small"]}>
          Decline
        </Button>
      </form>
    </section>
  );
}
