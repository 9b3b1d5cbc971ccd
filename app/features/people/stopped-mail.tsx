import { When } from "../../admin/when.tsx";
import { streamNames, suppressionReasons } from "../mail/mail-words.ts";
import type { PersonalData } from "./people.server.ts";

const mayLift = (reason: string) => reason !== "complained" && reason !== "erased";

export function StoppedMail({ email, suppressions }: Pick<PersonalData, "email" | "suppressions">) {
  if (suppressions.length === 0) return null;
  return (
    <section aria-labelledby="stopped">
      <h3 id="stopped">This address gets no email of these kinds</h3>
      <ul className="bullets">
        {suppressions.map(({ stream, reason, created_at }) => (
          <li key={stream}>
            {streamNames[stream]}, since <When at={created_at} />: {suppressionReasons[reason]}.{" "}
            {reason === "complained" ? (
              "A complaint cannot be lifted."
            ) : reason === "erased" ? (
              "Signing up again, and confirming it, lifts this."
            ) : (
              <form method="post" action="/admin/people">
                <input type="hidden" name="intent" value="lift" />
                <input type="hidden" name="email" value={email} />
                <input type="hidden" name="stream" value={stream} />
                <button className="text-button" type="submit">
                  Allow it again
                  <span className="visually-hidden">: {streamNames[stream]}</span>
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {suppressions.some(({ reason }) => mayLift(reason)) ? (
        <p className="hint">
          Allow it again only if the owner of the address asked you to, or if the address works again.
        </p>
      ) : null}
    </section>
  );
}
