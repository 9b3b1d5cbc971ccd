import { momentText } from "../../../platform/text/site-time.ts";
import { Button } from "../../../ui/button.tsx";
import { itOrThem, type Reservation, spotsOf } from "../reservations/reservation.ts";

export function StillComing({
  reservation: { is_asked: isAsked, coming_at: saidAt, party, sign_up: signUp },
  lost,
}: {
  reservation: Reservation;
  lost: string;
}) {
  if (!isAsked) return null;
  const it = itOrThem(party);
  const passOn = party > 1 ? `Give my ${party} spots to others` : "Give my spot to someone else";
  return (
    <form method="post">
      <p>
        {saidAt ? (
          `You told us on ${momentText(saidAt)} that you are coming. If that has changed, please give up ${spotsOf(party, "your")}.`
        ) : (
          <>
            <strong>Are you still coming?</strong> If you do nothing, you keep {spotsOf(party, "your")}.
          </>
        )}
      </p>
      <p className="hint mt-2">
        Giving {it} up can be undone for 24 hours, but you get {it} back only if no one else has {it} by then.
        {lost}
      </p>
      <p className="mt-4 flex flex-wrap gap-4">
        {saidAt ? null : (
          <Button name="intent" value="coming">
            I’m coming
          </Button>
        )}
        <Button name="intent" value="give-up" looks={["ghost"]}>
          {signUp === "open" ? passOn : `Give up ${spotsOf(party, "your")}`}
        </Button>
      </p>
    </form>
  );
}
