import { Button } from "../../ui/button.tsx";
import { type Delivery, deliveryText } from "./delivery.ts";

export function NoticePanel({ notice }: { notice: Delivery }) {
  return (
    <section className="panel" aria-labelledby="notice">
      <h2 id="notice">Notices of new messages are not being delivered</h2>
      <p className="wrap-anywhere">{deliveryText(notice)}.</p>
      <form method="post">
        <input type="hidden" name="intent" value="retry" />
        <Button looks={["ghost", "small"]}>Retry</Button>
      </form>
    </section>
  );
}
