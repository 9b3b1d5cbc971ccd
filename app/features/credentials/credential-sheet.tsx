import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";
import { Sheet } from "../../ui/personal-page.tsx";

interface CredentialSheetProps {
  /** URL that the form is submitted to; null if no credential is available */
  download: string | null;
  isTakenBack: boolean;
  /** how many people were let in; each may have one */
  people: number;
}

export function CredentialSheet({ download, isTakenBack, people }: CredentialSheetProps) {
  if (isTakenBack)
    return (
      <div className="no-print">
        <Notice bad title="The credential of this attendance was taken back.">
          The file that you downloaded is no longer good. <a href="/contact">Write to us</a> if you do not know why.
        </Notice>
      </div>
    );
  if (!download) return null;
  return (
    <div className="no-print">
      <Sheet id="credential" title="A credential to keep">
        <p>
          A signed file that says that someone was checked in at this event, and names nobody. Anybody can check it at{" "}
          <a href="/verify">/verify</a>, or with a program for Open Badges 3.0. It stays good when your reservation is
          erased; from then on we do not know whose it is.
        </p>
        <form method="post" action={download} className="form mt-3">
          {people > 1 ? <p className="hint">{people} people were let in, so there is one for each of them.</p> : null}
          <p className="actions">
            {Array.from({ length: people }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: people are only counted
              <Button key={at} name="person" value={String(at + 1)}>
                {people > 1 ? `Download credential ${at + 1}` : "Download the credential"}
              </Button>
            ))}
          </p>
        </form>
      </Sheet>
    </div>
  );
}
