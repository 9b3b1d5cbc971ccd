import { Nothing } from "../../ui/nothing.tsx";

interface EmptyShelfProps {
  search: string;
  tag: string;
  tabs: number;
}

/** Shown instead of cards if there are none, with a hint on how to continue. */
export function EmptyShelf({ search, tag, tabs }: EmptyShelfProps) {
  const fewer = /\s/.test(search.trim()) ? "Try fewer or other words." : "Try another word.";
  const none = tabs > 1 ? "There is nothing in this tab yet. Look at the other tabs." : "The library is empty so far.";
  return (
    <Nothing>
      <p>{search ? fewer : tag ? "No resource here has this tag." : none}</p>
    </Nothing>
  );
}
