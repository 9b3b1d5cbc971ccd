import { Button, ButtonLink, ExternalLink } from "../../ui/button.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import { Notice } from "../../ui/form-messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Nothing } from "../../ui/nothing.tsx";
import { Pages } from "../../ui/pages.tsx";
import { Strip } from "../../ui/strip.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { LikeButton } from "../likes/like-button.tsx";

const work = { id: "sample", title: "A work", likes_count: 7 };

export function ComponentGuide() {
  return (
    <>
      <section aria-labelledby="buttons" className="grid gap-4">
        <h2 id="buttons">Buttons and links</h2>
        <p className="flex flex-wrap gap-3">
          <Button>Do it</Button>
          <Button looks={["ghost"]}>Do something else</Button>
          <Button looks={["sun"]}>The one loud button</Button>
          <Button looks={["danger"]}>Remove</Button>
          <Button looks={["small"]}>Small</Button>
          <Button aria-disabled="true">Busy</Button>
          <Button disabled>Not yet</Button>
        </p>
        <p className="flex flex-wrap items-center gap-6">
          <a href="#buttons">An underlined link</a>
          <a className="more" href="#buttons">
            A link that leads on
            <Icon name="arrow-right" size={16} />
          </a>
          <ExternalLink href="https://example.org/">A link that leaves the site</ExternalLink>
          <ButtonLink href="#buttons">A link as a button</ButtonLink>
        </p>
        <p className="flex flex-wrap gap-3">
          <span className="badge">
            <Icon name="calendar" size={16} /> Took place May 22, 2025
          </span>
          <span className="badge open">
            <Icon name="check" size={16} /> Tickets are on sale
          </span>
          <span className="badge live">
            <Icon name="sun" size={16} /> On now
          </span>
        </p>
      </section>
      <section aria-labelledby="tabs" className="grid gap-6">
        <h2 id="tabs">Tabs, pages and empty lists</h2>
        <Tabs
          label="Sample"
          tabs={["Resources", "Media", "A name of about sixty characters, to see what becomes of it"].map((label) => ({
            key: label,
            label,
            href: "#tabs",
          }))}
          current="Resources"
        />
        <Pages label="Sample pages" page={2} pages={7} href={() => "#tabs"} />
        <Nothing>
          <p>There is nothing in this tab yet. Look at the other tabs.</p>
        </Nothing>
      </section>
      <section aria-labelledby="cards" className="grid gap-6">
        <h2 id="cards">Cards and tables</h2>
        <div className="grid gap-5 md:grid-cols-3">
          {(["lagoon", "lehua", "kukui"] as const).map((pattern, index) => (
            <article key={pattern} className="card">
              <Strip pattern={pattern} />
              <div className="body">
                <h3>A card with the strip {pattern}</h3>
                <p>Cards of one row end level.</p>
                <div className="foot">
                  <a className="more" href="#cards">
                    The way on
                  </a>
                  <LikeButton resource={{ ...work, user_has_liked: index === 1 }} tab="resources" inert />
                </div>
              </div>
            </article>
          ))}
        </div>
        <table>
          <ColumnHeads names={["Name", "What it is for"]} />
          <tbody>
            <tr>
              <th scope="row">A row</th>
              <td>Hairlines, no boxes</td>
            </tr>
          </tbody>
        </table>
      </section>
      <section aria-labelledby="notices" className="grid gap-5">
        <h2 id="notices">Notices, toasts, dialog</h2>
        <Notice title="You've been added to the Bitcoin Pizza Day waitlist!">
          We'll notify you when tickets become available.
        </Notice>
        <Notice bad title="The library cannot be shown right now">
          We can’t reach our records right now. Please try again in a minute.
        </Notice>
        <dialog open className="static">
          <h3>A dialog</h3>
          <p className="mt-2">The browser’s own element, with the looks of a card.</p>
        </dialog>
      </section>
    </>
  );
}
