import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readNews } from "../features/home/home.server.ts";
import { News } from "../features/home/news.tsx";
import { isUntracked } from "../features/legal/processors.server.ts";
import { organization, pageMeta, publisherOf } from "../features/metadata/metadata.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Glyph } from "../ui/glyph.tsx";
import { Horizon, StillStars } from "../ui/horizon.tsx";
import { Icon } from "../ui/icon.tsx";
import particles from "../ui/particles.ts?worker&url";
import { Strip } from "../ui/strip.tsx";
import { useSite } from "../use-site.ts";

export const handle: RouteHandle = { cache: {} };

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  news: await readNews(context),
  embed: context.env.NEWSLETTER_EMBED_URL ?? "/newsletter/embed",
  untracked: isUntracked(context.env),
});

export const meta: MetaFunction<typeof loader> = (args) => {
  const { origin, site } = publisherOf(args);
  return pageMeta(args, {
    title: site.name,
    description: site.tagline,
    path: "/",
    structured: [organization({ origin, site }), { "@type": "WebSite", name: site.name, url: `${origin}/` }],
  });
};

const cardLooks = [
  { pattern: "lagoon", glyph: "island" },
  { pattern: "lehua", glyph: "book" },
  { pattern: "kukui", glyph: "leaf" },
] as const;

const columns = ["", "", "md:grid-cols-2", "md:grid-cols-3"];

const letterIcons = ["calendar", "book-open", "users"] as const;

export default function Home() {
  const { news, embed, untracked } = useLoaderData<typeof loader>();
  const { home } = useSite();
  const cards = cardLooks.flatMap((look, index) => (home.cards[index] ? [{ ...look, ...home.cards[index] }] : []));
  const parts = letterIcons.flatMap((icon, index) =>
    home.letterParts[index] ? [{ icon, text: home.letterParts[index] }] : [],
  );
  return (
    <main id="main">
      <Hero />
      <section id="mission" className="section">
        <div className="wrap">
          <h2>{home.heading}</h2>
          {home.lead ? <p className="lead">{home.lead}</p> : null}
          {cards.length > 0 ? (
            <div className={`mt-10 grid gap-5 ${columns[cards.length]}`}>
              {cards.map(({ title, text, pattern, glyph }) => (
                <article key={glyph} className="card">
                  <Strip pattern={pattern} />
                  <div className="body">
                    <Glyph name={glyph} accent={pattern} />
                    <h3>{title}</h3>
                    <p>{text}</p>
                  </div>
                </article>
              ))}
            </div>
          ) : null}
        </div>
      </section>
      {news ? <News news={news} /> : null}
      <section className="quiet section">
        <div className="wrap grid items-center gap-10 md:grid-cols-2">
          <div>
            <h2>{home.letterHeading}</h2>
            {home.letterLead ? <p className="lead">{home.letterLead}</p> : null}
            {parts.length > 0 ? (
              <ul className="mt-6 grid gap-4">
                {parts.map(({ icon, text }) => (
                  <li key={icon} className="flex items-center gap-4">
                    <span className="chip">
                      <Icon name={icon} />
                    </span>
                    {text}
                  </li>
                ))}
              </ul>
            ) : null}
            <p className="hint mt-6">
              {untracked
                ? "No tracking, and you can unsubscribe whenever you like."
                : "You can unsubscribe whenever you like."}{" "}
              You can also <a href="/insights#newsletter">subscribe on the Insights page</a>.
            </p>
          </div>
          <iframe className="embed" src={embed} title="Newsletter sign-up" width={500} height={407} loading="lazy" />
        </div>
      </section>
    </main>
  );
}

function Hero() {
  const site = useSite();
  return (
    <div className="hero" data-particles={particles}>
      <StillStars />
      <Horizon />
      <div className="inner">
        <Icon name="mark" size={72} className="emblem" />
        <h1>{site.name}</h1>
        <p>{site.tagline}</p>
        <div className="mx-auto grid max-w-[17rem] gap-3 md:max-w-[32rem] md:grid-cols-2">
          <ButtonLink looks={["sun"]} href="/about">
            Explore Our Mission
          </ButtonLink>{" "}
          <ButtonLink looks={["ghost"]} href={site.communityUrl} target="_blank" rel="noopener noreferrer">
            Join The Community<span className="visually-hidden"> (opens in a new tab)</span>
          </ButtonLink>
        </div>
      </div>
      <a className="down" href="#mission">
        <Icon name="arrow-down" />
        <span className="visually-hidden">To our mission</span>
      </a>{" "}
      <button type="button" className="pause" data-pause hidden>
        <span className="visually-hidden">Pause the stars</span>
        <span className="sign" aria-hidden="true" />
      </button>
    </div>
  );
}
