import { pluralize } from "../../platform/text/pluralize.ts";
import { canRetry, deliveryText } from "../outbox/delivery.ts";
import type { KeptAddress } from "./kept-addresses.server.ts";

interface KeptAddressesProps {
  total: number;
  addresses: KeptAddress[];
}

export function KeptAddresses({ total, addresses }: KeptAddressesProps) {
  return (
    <section className="panel" aria-labelledby="kept">
      <h2 id="kept">{pluralize(total, "address is", "addresses are")} waiting for the newsletter service</h2>
      <p>
        The service could not be reached when they subscribed. They are sent again for three days, removed here once the
        service has them, and deleted after 30 days.
      </p>
      <ul className="needs">
        {addresses.map((kept) => (
          <li key={kept.id}>
            <span className="wrap-anywhere">
              {kept.email}: {deliveryText(kept)}
            </span>
            {canRetry(kept) ? (
              <form method="post">
                <input type="hidden" name="intent" value="retry" />
                <input type="hidden" name="id" value={kept.id} />
                <button className="text-button" type="submit">
                  Retry<span className="visually-hidden">: {kept.email}</span>
                </button>
              </form>
            ) : null}
          </li>
        ))}
      </ul>
      {total > addresses.length ? (
        <p>{pluralize(total - addresses.length, "more address", "more addresses")}.</p>
      ) : null}
    </section>
  );
}
