import { Nothing } from "../../ui/nothing.tsx";

/** Stands in the place of cards where there are none, with a way on. */
export function EmptyShelf({ search }: { search: string }) {
  return (
    <Nothing>
      <p>
        {search
          ? `${/\s/.test(search.trim()) ? "Fewer or other words" : "Another word"} may find it.`
          : "Nothing stands on this shelf yet. The other tabs have more to read."}
      </p>
      <p>
        Do you know a work that belongs here? <a href="/contact">Tell us about it</a>.
      </p>
    </Nothing>
  );
}
