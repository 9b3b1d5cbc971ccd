import { createElement, Fragment, type HTMLAttributes, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** Beyond so many drawings of one component, all are forgotten: addresses and titles are anybody's to choose. */
const limit = 200;

/**
 * A component whose inner markup is drawn once for each set of props and then repeated as a string, because a page
 * spends most of its time in React saying the same again.
 * @param draw pure, with JSON for props, without hooks of its own, and with an HTML element on the outside; components
 * in it may use hooks, but no context
 */
export function drawnOnce<Props extends object>(
  draw: (props: Props) => ReactElement<HTMLAttributes<HTMLElement>>,
): (props: Props) => ReactElement {
  if (import.meta.env.DEV) return draw;
  const drawings = new Map<string, ReactElement>();
  return (props) => {
    const key = JSON.stringify(props);
    const known = drawings.get(key);
    if (known) return known;
    const { type, props: outer } = draw(props);
    const { children, ...attributes } = outer;
    const drawing = createElement(type, {
      ...attributes,
      dangerouslySetInnerHTML: { __html: renderToStaticMarkup(createElement(Fragment, null, children)) },
    });
    if (drawings.size >= limit) drawings.clear();
    drawings.set(key, drawing);
    return drawing;
  };
}
