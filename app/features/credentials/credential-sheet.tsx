import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";
import { Sheet } from "../../ui/personal-page.tsx";

interface CredentialSheetProps {
  /** URL that the form is submitted to; null if no credential is available */
  download: string | null;
  isTakenBack: boolean;
  /** as shown on the page; empty for none */
  name: string;
}

/** Offers a person who was checked in a signed file that says so. */
export function CredentialSheet({ download, isTakenBack, name }: CredentialSheetProps) {
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
          A signed file that says the same as this page. Anybody can check it at <a href="/verify">/verify</a>, or with
          a program for Open Badges 3.0. It stays good when your reservation is erased; from then on we do not know
          whose it is.
        </p>
        <form method="post" action={download} className="form mt-3">
          <input type="hidden" name="name" value={name} />
          <p className="hint">
            {name ? (
              <>
                It will have this name: <bdi>{name}</bdi>. Choose another one, or none, above.
              </>
            ) : (
              "It will have no name. Choose one above if it should."
            )}
          </p>
          <Button>Download the credential</Button>
        </form>
      </Sheet>
    </div>
  );
}
