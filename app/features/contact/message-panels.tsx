import { Danger } from "../../admin/danger.tsx";
import { useRights } from "../../admin/own-role.tsx";
import { When } from "../../admin/when.tsx";
import { Button } from "../../ui/button.tsx";
import { messageNumber } from "./message-number.ts";
import { statuses, statusLabels } from "./messages.schema.ts";
import type { StoredMessage } from "./messages.server.ts";

interface MessageProps {
  message: StoredMessage;
}

export function MessageDeletion({ message, confirming }: MessageProps & { confirming: boolean }) {
  const { maySend } = useRights();
  if (!maySend("/admin/messages/:id", "delete")) return null;
  const here = `/admin/messages/${message.id}`;
  const text = "The message, its note and its answers will be deleted for good. Nobody will be notified.";
  if (!confirming) {
    return (
      <Danger id="delete" title="Delete this message" text={text}>
        <a href={`${here}?confirm=delete#delete`}>Delete this message …</a>
      </Danger>
    );
  }
  return (
    <Danger
      id="delete"
      isQuestion
      title={
        <>
          Delete the message from <bdi>{message.name}</bdi>?
        </>
      }
      text={text}
    >
      <form method="post" className="actions">
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="version" value={message.updated_at} />
        <Button className="danger">Delete for good</Button>
        <a href={here}>Keep it</a>
      </form>
    </Danger>
  );
}

export function MessageFacts({ message }: MessageProps) {
  return (
    <section className="panel" aria-label="The message">
      <dl className="facts">
        <dt>Number</dt>
        <dd>{messageNumber(message.number)}</dd>
        <dt>Email</dt>
        <dd className="wrap-anywhere">{message.email}</dd>
        <dt>Sent</dt>
        <dd>
          <When at={message.created_at} />
        </dd>
        <dt>State</dt>
        <dd>
          {statusLabels[message.status]}
          {message.handled_at ? (
            <>
              {" "}
              since <When at={message.handled_at} />
            </>
          ) : null}
        </dd>
      </dl>
    </section>
  );
}

export function StatusButtons({ message }: MessageProps) {
  return (
    <div className="actions">
      {statuses
        .filter((status) => status !== message.status)
        .map((status) => (
          <form method="post" key={status}>
            <input type="hidden" name="intent" value="status" />
            <input type="hidden" name="status" value={status} />
            <input type="hidden" name="version" value={message.updated_at} />
            <Button looks={["ghost", "small"]}>Mark as {statusLabels[status].toLowerCase()}</Button>
          </form>
        ))}
    </div>
  );
}

export function MessageSuspicion({ message }: MessageProps) {
  if (!message.suspected_spam) return null;
  return (
    <section className="panel" aria-labelledby="spam">
      <h2 id="spam">Suspected spam</h2>
      <p>
        The hidden field that people leave empty was filled in, or too much was sent that day, so this message is kept
        out of the inbox.
      </p>
      <form method="post">
        <input type="hidden" name="intent" value="clear" />
        <input type="hidden" name="version" value={message.updated_at} />
        <Button looks={["ghost", "small"]}>Not spam</Button>
      </form>
    </section>
  );
}
