import { siteIsoDay } from "../../platform/text/site-time.ts";
import type { Programme, TimedTalk } from "./programme.ts";
import { TalkList } from "./programme-days.tsx";
import { talksAt } from "./talks-now.ts";

export function NowAndNext({ programme, now: at }: { programme: Programme; now: Date }) {
  const found = talksAt(programme.talks, at);
  if (!found) return null;
  const isToday = ({ starts_at }: TimedTalk) => siteIsoDay(new Date(starts_at)) === siteIsoDay(at);
  return (
    <div className="now-and-next no-print">
      {[
        { id: "now", heading: "Now", talks: found.now },
        { id: "next", heading: "Next", talks: found.next },
      ].map(({ id, heading, talks }) =>
        talks.length > 0 ? (
          <section key={id} aria-labelledby={id}>
            <h2 id={id} className="text-h3">
              {heading}
            </h2>
            <TalkList programme={programme} talks={talks} hasDay={!talks.every(isToday)} />
          </section>
        ) : null,
      )}
    </div>
  );
}
