import { createElement, Fragment, type HTMLAttributes, type ReactElement } from "react";
import { bytesOf, place } from "./page-bytes.ts";

/** Beyond so many drawings of one component, all are forgotten: addresses and titles are anybody's to choose. */
const limit = 200;

/**
 * A component whose inner markup is drawn once for each set of props and kept as bytes, because a page spends most
 * of its time in saying the same again. Where it stands in a page, `bytesOf` puts it in.
 * @param draw pure, with JSON for props, without hooks of its own, and with an HTML element on the outside; components
 * in it may use hooks, but no context
 */
export function drawnOnce<Props extends object>(
  draw: (props: Props) => ReactElement<HTMLAttributes<HTMLElement>>,
): (props: Props) => ReactElement {
  if (import.meta.env.DEV) return draw;
  const drawings = new Map<string, { type: string; attributes: HTMLAttributes<HTMLElement>; inner: Uint8Array }>();
  return (props) => {
    const key = JSON.stringify(props);
    let drawing = drawings.get(key);
    if (!drawing) {
      const { type, props: outer } = draw(props);
      const { children, ...attributes } = outer;
      const inner = bytesOf(createElement(Fragment, null, children));
      drawing = { type: type as string, attributes, inner };
      if (drawings.size >= limit) drawings.clear();
      drawings.set(key, drawing);
    }
    const { type, attributes, inner } = drawing;
    return createElement(type, { ...attributes, dangerouslySetInnerHTML: { __html: place(inner) } });
  };
}
