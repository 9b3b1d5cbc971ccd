import { When } from "../../admin/when.tsx";
import { numberText } from "../../platform/text/number-text.ts";
import { isHeavy, isSmall, uploadAt } from "./picture.ts";
import { pictureMarkdown } from "./picture-markdown.ts";
import type { Picture } from "./pictures.server.ts";

export function PictureFacts({ picture }: { picture: Picture }) {
  const { width, height, bytes, path, created_at } = picture;
  const widths = uploadAt(path)?.smaller.map((smaller) => smaller.width) ?? [];
  const facts = [
    ["Size", `${numberText(width)} × ${numberText(height)} pixels`],
    ["File", bytes === null ? "" : `${numberText(Math.ceil(bytes / 1000))} kB`],
    ["Smaller ones", widths.length > 0 ? `${widths.join(", ")} pixels wide` : "None"],
  ].filter(([, value]) => value);
  return (
    <>
      <dl className="facts">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>Added</dt>
          <dd>
            <When at={created_at} isShort />
          </dd>
        </div>
      </dl>
      {isHeavy(picture) ? (
        <p>
          This file is larger than 300 kB and there are no smaller ones for phones, so it is slow to load there. A
          smaller file would be better.
        </p>
      ) : null}
      {isSmall(path) ? (
        <p>
          This picture is smaller than the places that pictures fill, on cards for example. It is shown there as large
          as it is, on a plain ground.
        </p>
      ) : null}
      <p className="actions">
        <a href={path}>Open the file</a>
      </p>
      <div className="field">
        <label htmlFor="markdown">Markdown</label>
        <textarea
          id="markdown"
          className="code"
          readOnly
          rows={4}
          defaultValue={pictureMarkdown(picture)}
          aria-describedby="markdown-hint"
        />
        <p className="hint" id="markdown-hint">
          Copy this line into the text of an article to show the picture there.
        </p>
      </div>
    </>
  );
}
