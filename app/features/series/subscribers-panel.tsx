import { pluralize } from "../../platform/text/pluralize.ts";
import type { EditedSeries } from "./series.ts";

export const subscribersText = ({ subscribers }: Pick<EditedSeries, "subscribers">) =>
  `${pluralize(subscribers, "person subscribes", "people subscribe")} to it`;

interface SubscribersProps {
  series: Pick<EditedSeries, "subscribers">;
  /** the email about one edition; null while there is no edition */
  letter: { subject: string; text: string } | null;
  hasSender: boolean;
}

export function Subscribers({ series, letter, hasSender }: SubscribersProps) {
  return (
    <section className="panel" aria-labelledby="subscribers">
      <h2 id="subscribers">Subscribers</h2>
      <p>
        {series.subscribers > 0 ? subscribersText(series) : "No one subscribes to it yet"}.{" "}
        {hasSender
          ? "Ten minutes after an edition is published, each subscriber gets one email about it. What is published within these minutes goes into the same email; what is unpublished in time goes into none."
          : "This site sends no email, so no one gets emails or can subscribe."}
      </p>
      {letter ? (
        <details>
          <summary>Show the email</summary>
          <dl className="facts">
            <dt>Subject</dt>
            <dd className="wrap-anywhere">{letter.subject}</dd>
          </dl>
          <pre className="panel font-sans whitespace-pre-wrap wrap-anywhere">{letter.text}</pre>
        </details>
      ) : null}
    </section>
  );
}
