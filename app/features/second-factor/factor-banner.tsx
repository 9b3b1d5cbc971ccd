import { When } from "../../admin/when.tsx";
import { Notice } from "../../ui/form-messages.tsx";

/** Warns on every admin page that a second factor is required but missing. @param due ISO 8601 */
export function FactorBanner({ due, isOverdue }: { due: string; isOverdue: boolean }) {
  return (
    <Notice bad={isOverdue} title="This site requires a second factor.">
      {isOverdue ? (
        "The rest of this area opens once you have set one up."
      ) : (
        <>
          Without one, only your account page opens from <When at={due} />.
        </>
      )}{" "}
      <a href="/admin/account/factor">Set up an authenticator app</a>
    </Notice>
  );
}
