import { Button } from "../../ui/button.tsx";

interface ShownRecoveryCodesProps {
  codes: string[];
  /** The same codes, sealed, for the form that downloads them as a file. */
  sealed: string;
}

export function ShownRecoveryCodes({ codes, sealed }: ShownRecoveryCodesProps) {
  return (
    <section className="panel narrow" aria-labelledby="recovery">
      <h2 id="recovery">Save your recovery codes</h2>
      <p>
        <strong>They are shown only now.</strong> Each signs you in once when you do not have your phone. Keep them
        where nobody else finds them, and not on the phone itself.
      </p>
      <ol className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="actions">
        <form method="post" action="/admin/account/recovery-codes.txt">
          <input type="hidden" name="sealed" value={sealed} />
          <Button looks={["ghost"]}>Download as a text file</Button>
        </form>
        <a href="/admin/account/factor">I have saved them</a>
      </div>
      <p className="hint">Or print this page. The download works for 15 minutes.</p>
    </section>
  );
}
