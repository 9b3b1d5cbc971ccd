import { Danger } from "../../admin/danger.tsx";
import { momentText } from "../../platform/text/site-time.ts";
import { Button } from "../../ui/button.tsx";
import type { IssuedOfReservation } from "./credentials.server.ts";

interface TakeBackProps {
  /** null if none was issued */
  issued: IssuedOfReservation | null;
  /** path of the page of the reservation */
  here: string;
  confirming: boolean;
}

export function TakeBack({ issued, here, confirming }: TakeBackProps) {
  if (!issued) return null;
  const downloaded = `They downloaded a credential of their attendance on ${momentText(issued.created_at)}.`;
  if (issued.taken_back_at)
    return (
      <section className="panel" aria-labelledby="credential">
        <h2 id="credential">Their credential</h2>
        <p>
          {downloaded} It was taken back on {momentText(issued.taken_back_at)}.
        </p>
      </section>
    );
  const text = `${downloaded} Once it is taken back, anyone who checks it reads that it was taken back, and they cannot download another one. This cannot be undone.`;
  return (
    <Danger
      id="credential"
      isQuestion={confirming}
      title={confirming ? "Take their credential back?" : "Their credential"}
      text={text}
    >
      {confirming ? (
        <form method="post" className="actions">
          <input type="hidden" name="intent" value="take-back" />
          <Button className="danger">Take it back</Button>
          <a href={here}>Keep it</a>
        </form>
      ) : (
        <a href={`${here}?confirm=take-back#credential`}>Take it back …</a>
      )}
    </Danger>
  );
}
