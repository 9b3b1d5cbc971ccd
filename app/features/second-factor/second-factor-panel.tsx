import { ButtonLink } from "../../ui/button.tsx";
export function SecondFactorPanel({ hasFactor, isDue }: { hasFactor: boolean; isDue: boolean }) {
  return (
    <section className="panel narrow" aria-labelledby="factor">
      <h2 id="factor">Second factor</h2>
      <p className="hint">
        {hasFactor
          ? "On: signing in needs a code from your authenticator app."
          : "Off: you sign in with your password only."}
        {isDue ? " It is required now, and opens the rest of this area." : null}
      </p>
      <ButtonLink href="/admin/account/factor" looks={["ghost"]}>
        {hasFactor ? "Recovery codes, turn off …" : "Set up an authenticator app …"}
      </ButtonLink>
    </section>
  );
}
