import { Button } from "../../ui/button.tsx";
import type { MadeLink } from "./accounts.server.ts";

const kinds: Record<MadeLink["kind"], string> = {
  article: "Preview of an article",
  pass: "Door pass",
  event: "Preview of an event",
  program: "Preview of a program",
  speaker: "Link of a speaker",
};

interface MadeLinksProps {
  links: MadeLink[];
  id: string;
  /** path of the page of all admins */
  path: string;
}

export function MadeLinks({ links, id, path }: MadeLinksProps) {
  return (
    <section className="panel" aria-labelledby="made-links">
      <h2 id="made-links">Links made by this account still work</h2>
      <p>Anyone who has one can go on using it, this account included.</p>
      <ul className="bullets wrap-anywhere">
        {links.map(({ kind, title }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two links may have the same title, and none moves
          <li key={at}>
            {kinds[kind]}: {title}
          </li>
        ))}
      </ul>
      <form method="post" action={path} className="actions">
        <input type="hidden" name="intent" value="end-links" />
        <input type="hidden" name="id" value={id} />
        <Button looks={["ghost"]} data-busy="Ending …">
          End all of them
        </Button>
        <a href={path}>Keep them</a>
      </form>
    </section>
  );
}
