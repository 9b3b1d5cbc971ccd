import { Fragment } from "react";
import { safeUrl } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LikeButton } from "../likes/like-button.tsx";
import type { Resource } from "./education.server.ts";
import { libraryAddress } from "./library-query.ts";
import { resourceIcons } from "./resource-icons.ts";

interface ResourceCardProps {
  resource: Resource;
  tab: string;
  preview?: boolean;
  /** URL that a tag leads to; by default the resource's tab in the library */
  hrefOfTag?: (tag: string) => string;
  region?: string;
}

export function ResourceCard({
  resource,
  tab,
  preview = false,
  hrefOfTag = (tag) => libraryAddress({ tab: resource.tab_key, tag }),
  region,
}: ResourceCardProps) {
  const { id, title, description, url, tags, is_gone: isGone } = resource;
  const link = (words: string) => (
    <a className="more" href={safeUrl(url)} target="_blank" rel="noopener noreferrer">
      {words}
      <span className="visually-hidden">: {title} (opens in a new tab)</span>
      <Icon name="external-link" size={16} />
    </a>
  );
  const warning = isGone ? <p className="hint">Nothing was found at this link when we last checked.</p> : null;
  const tagged =
    tags.length > 0 ? (
      <p className="hint">
        Tags:{" "}
        {tags.map((each, index) => (
          <Fragment key={each}>
            {index > 0 ? ", " : null}
            <a href={hrefOfTag(each)} data-region={region}>
              {each}
            </a>
          </Fragment>
        ))}
      </p>
    ) : null;
  const like = <LikeButton resource={resource} tab={tab} inert={preview} />;
  if (resource.resource_type === "resource_card") {
    return (
      <article className="card" id={`resource-${id}`}>
        <div className="body">
          <div className="flex items-start gap-4">
            <span className="chip">
              <Icon name={resourceIcons[resource.icon_name].symbol} size={22} />
            </span>
            <h2 className="pt-1.5 text-[1.2rem]">{title}</h2>
          </div>
          <p>{description}</p>
          {tagged}
          {warning}
          <div className="foot">
            {link("Visit Resource")}
            {like}
          </div>
        </div>
      </article>
    );
  }
  return (
    <article className="card" id={`resource-${id}`}>
      <div className="body">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <h2 className="flex-[1_1_8em] pt-1 text-[1.15rem]">{title}</h2>
          {like}
        </div>
        <p>{description}</p>
        {tagged}
        {warning}
        <p className="mt-auto pt-1">{link("Learn more")}</p>
      </div>
    </article>
  );
}
