import { Nothing } from "../../ui/nothing.tsx";

/** Stands in the place of cards where there are none, with a way on. */
export function EmptyShelf({ searched }: { searched: boolean }) {
  return (
    <Nothing>
      <p>
        {searched
          ? "Fewer or other words may find it."
          : "Nothing stands on this shelf yet. The other tabs have more to read."}
      </p>
      <p>
        Do you know a work that belongs here? <a href="/contact">Tell us about it</a>.
      </p>
    </Nothing>
  );
}
