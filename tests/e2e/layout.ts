// These functions run in the page and return what is wrong there: an empty list is good.
import type { Page } from "@playwright/test";

/**
 * Finds text that is cut off, outside its box or the window, or covered by other text, and pages that scroll sideways.
 * Scrollable text does not count as cut off, and text that is hidden on purpose is ignored.
 */
export function findLayoutFaults(): string[] {
  interface Surroundings {
    isHidden: boolean;
    /** Stays in place while the page scrolls, so it may cover something. */
    floats: boolean;
    /** The element that the lines of the text belong to. */
    box: Element;
    /** The elements that cut off or scroll it, innermost first. */
    frames: { element: Element; cutsAcross: boolean; cutsDown: boolean; scrolls: boolean }[];
  }
  const faults = new Set<string>();
  const root = document.documentElement;
  const short = (text: string) => text.trim().replace(/\s+/g, " ").slice(0, 40);
  const nameOf = (element: Element) => [element.localName, ...element.classList].join(".");
  const known = new Map<Element, Surroundings>([[root, { isHidden: false, floats: false, box: root, frames: [] }]]);
  const lookAround = (element: Element): Surroundings => {
    const before = known.get(element);
    if (before) return before;
    const outer = lookAround(element.parentElement ?? root);
    const { clipPath, position, display, overflowX, overflowY } = getComputedStyle(element);
    const cuts = (overflow: string) => overflow === "hidden" || overflow === "clip";
    const frame = {
      element,
      cutsAcross: cuts(overflowX),
      cutsDown: cuts(overflowY),
      scrolls: element !== document.body && (overflowX === "auto" || overflowX === "scroll"),
    };
    const found = {
      isHidden: outer.isHidden || clipPath !== "none" || element.matches(".skip:not(:focus), .trap, option, svg"),
      floats: outer.floats || position === "fixed" || position === "sticky",
      box: display === "inline" ? outer.box : element,
      frames: [
        ...(frame.cutsAcross || frame.cutsDown || frame.scrolls ? [frame] : []),
        ...(position === "fixed" ? [] : outer.frames),
      ],
    };
    known.set(element, found);
    return found;
  };

  if (root.scrollWidth > innerWidth) faults.add(`the page is ${root.scrollWidth} px wide in ${innerWidth} px`);
  const lines: { rect: DOMRect; text: string; node: Node }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = short(node.textContent ?? "");
    if (!parent || !text || !parent.checkVisibility({ visibilityProperty: true })) continue;
    const { isHidden, floats, box, frames } = lookAround(parent);
    if (isHidden) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const edges = box.getBoundingClientRect();
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue;
      const leaves = (frame: { left: number; right: number }) =>
        rect.right > frame.right + 1 || rect.left < frame.left - 1;
      if (leaves(edges)) faults.add(`“${text}” sticks out of ${nameOf(box)}`);
      // A line's rectangle has space above and below its letters.
      const room = rect.height / 5;
      let canScroll = false;
      for (const { element, cutsAcross, cutsDown, scrolls } of frames) {
        const frame = element.getBoundingClientRect();
        const isBelow = rect.bottom - room > frame.bottom || rect.top + room < frame.top;
        if (!canScroll && ((cutsAcross && leaves(frame)) || (cutsDown && isBelow)))
          faults.add(`“${text}” is cut by ${nameOf(element)}`);
        canScroll ||= scrolls;
      }
      if (!canScroll && leaves({ left: 0, right: innerWidth })) faults.add(`“${text}” leaves the window`);
      if (!floats && !canScroll) lines.push({ rect, text, node });
    }
  }
  lines.sort((one, other) => one.rect.top - other.rect.top);
  for (const [index, { rect, text, node }] of lines.entries()) {
    for (let next = index + 1; next < lines.length; next += 1) {
      const other = lines[next];
      if (!other || other.rect.top > rect.bottom) break;
      const across = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left);
      const down = Math.min(rect.bottom, other.rect.bottom) - other.rect.top;
      const isOn = across > 2 && down > Math.min(rect.height, other.rect.height) / 2;
      if (isOn && node !== other.node) faults.add(`“${text}” lies on “${other.text}”`);
    }
  }
  return [...faults];
}

/** Finds words in controls that break across lines although the row has room for the whole word. */
export function findBrokenWords(): string[] {
  const faults = new Set<string>();
  const isInRow = ({ parentElement }: Element) => {
    const { display, flexDirection } = getComputedStyle(parentElement ?? document.body);
    return display.endsWith("flex") && flexDirection.startsWith("row");
  };
  for (const control of document.querySelectorAll("button, .button, .more, summary")) {
    if (!control.checkVisibility({ visibilityProperty: true })) continue;
    let row = control.parentElement ?? document.body;
    while (isInRow(row) && row.parentElement) row = row.parentElement;
    const { paddingLeft, paddingRight } = getComputedStyle(row);
    const room = row.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    const range = document.createRange();
    const words: { text: string; pieces: DOMRect[] }[] = [];
    const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest(".visually-hidden")) continue;
      for (const { 0: text, index } of (node.textContent ?? "").matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + text.length);
        words.push({ text, pieces: [...range.getClientRects()].filter(({ width }) => width > 0) });
      }
    }
    // Edges and pictures, and the space left on the line.
    const longest = Math.max(...words.flatMap(({ pieces }) => pieces.map(({ width }) => width)));
    const beside = control.getBoundingClientRect().width - longest;
    for (const { text, pieces } of words) {
      const width = pieces.reduce((sum, piece) => sum + piece.width, 0);
      if (new Set(pieces.map(({ top }) => top)).size > 1 && width + beside < room)
        faults.add(`“${text}” is broken, and needs ${(width + beside).toFixed(0)} of ${room.toFixed(0)} px`);
    }
  }
  return [...faults];
}

/** Finds controls less than 24 px wide or high (WCAG 2.5.8), except for links in a sentence. */
export function findSmallTargets(): string[] {
  const controls = document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary");
  return [...controls].flatMap((control) => {
    if (control.matches("[type=hidden], .skip, .trap *") || !control.checkVisibility({ visibilityProperty: true }))
      return [];
    const beside = [...(control.parentElement?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE);
    const isInSentence = beside.some((text) => text.textContent?.trim());
    if (isInSentence && getComputedStyle(control).display === "inline") return [];
    const label = (control as HTMLInputElement).labels?.[0];
    const rects = [control, ...(label?.contains(control) ? [label] : [])].map((each) => each.getBoundingClientRect());
    const [width, height] = [Math.max(...rects.map((r) => r.width)), Math.max(...rects.map((r) => r.height))];
    const name = `${control.localName} “${(control.textContent || control.getAttribute("name") || "").trim().slice(0, 40)}”`;
    return width < 24 || height < 24 ? [`${name} is ${width.toFixed(0)} × ${height.toFixed(0)} px`] : [];
  });
}

/** Gives names and headings of the page 60 characters, including a word of 27 letters without a break. */
export function lengthenNames(): void {
  const name = "Kaleookalani Kahanamoku-Kealoha Nāhiʻenaʻenakaʻahumanuolanii";
  const names = "h1, h2, h3, .tabs a, .card .where li, .badge, .facts dd, tbody th a, .kicker a, .button, .more";
  for (const element of document.querySelectorAll("main *")) {
    if (!element.matches(names)) continue;
    const [first] = [...element.childNodes].filter(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    if (first) first.textContent = name;
  }
}

/** Enlarges text as a browser's text-size setting does, without a wider window. */
export function enlargeText(percent: number): void {
  document.documentElement.style.fontSize = `${percent}%`;
}

/**
 * Sets the page in other fonts from its top on, with headings in their fallback until they are drawn, as when their web
 * font arrives; `takeShifts` then returns only what that moves.
 */
export async function changeFonts(styles: string): Promise<void> {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  // The next Tab starts at the top, too.
  const start = document.createElement("span");
  start.tabIndex = -1;
  document.body.insertBefore(start, document.body.firstChild);
  start.focus();
  start.remove();
  scrollTo(0, 0);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles.replace('"Young Serif", ', ""));
  document.adoptedStyleSheets = [sheet];
  await drawn();
  (window as unknown as { takeShifts(): Shift[] }).takeShifts();
  sheet.replaceSync(styles);
}

/** Sets the page in other fonts; an empty text is its own. Also for `addInitScript`. */
export function setFonts(styles: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [sheet];
}

/** Redraws the top of the page part by part, as when the parser pauses in between; a link or figure is one part. */
export async function arriveInPieces(): Promise<void> {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const head = document.querySelector(".night .wrap, .hero .inner");
  if (!head) throw new Error("no head");
  const pieces: { parent: Node; node: Node }[] = [];
  const takeApart = (parent: Node) => {
    for (const node of [...parent.childNodes]) {
      pieces.push({ parent, node });
      if (node instanceof Element && !node.matches("svg, a, button, figure")) takeApart(node);
    }
  };
  takeApart(head);
  for (const { node } of [...pieces].reverse()) node.parentNode?.removeChild(node);
  for (const part of document.querySelectorAll("main > :not(.night, .hero), .hero .inner ~ *, main ~ *")) part.remove();
  await drawn();
  for (const { parent, node } of pieces) {
    parent.appendChild(node);
    if (node instanceof Element || node.textContent?.trim()) await drawn();
  }
}

interface Shift {
  /** The layout shift score, as it counts for the page's CLS. */
  score: number;
  what: string;
  /** Whether only headings moved because their web font arrived: each in its place and with the same height. */
  isRelettering: boolean;
}

/** Records every layout shift from the first paint on; `takeShifts` returns those since the last call. */
export function watchShifts(): void {
  interface Entry extends PerformanceEntry {
    value: number;
    sources: { node?: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  }
  const shifts: Shift[] = [];
  const displayFont = (node: Node | null | undefined) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element ? getComputedStyle(element).fontFamily.startsWith('"Young Serif"') : false;
  };
  const note = (list: PerformanceEntryList) => {
    for (const { value, sources } of list as Entry[])
      shifts.push({
        score: value,
        what: sources.map(({ node }) => node?.textContent?.slice(0, 30)).join(", "),
        isRelettering: sources.every(
          ({ node, previousRect: before, currentRect: after }) =>
            displayFont(node) &&
            before.y === after.y &&
            before.height === after.height &&
            Math.abs(before.x - after.x) <= innerWidth / 50,
        ),
      });
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  Object.assign(window, {
    takeShifts: () => {
      note(observer.takeRecords());
      return shifts.splice(0);
    },
  });
}

/**
 * Lists the layout shifts since the page began to load, or since the last call. No two fonts give each line of a centered heading the same
 * width, so such a line may start up to a fiftieth of the window elsewhere when its web font arrives; nothing else may
 * move.
 */
export async function findShifts(page: Page): Promise<string[]> {
  const { shifts, isAdapted } = await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const fallbacks = [...document.fonts].filter(({ family }) => /Display Fallback (Times|DejaVu)/.test(family));
    const loaded = await Promise.allSettled(fallbacks.map((face) => face.load()));
    return {
      shifts: (window as unknown as { takeShifts(): Shift[] }).takeShifts(),
      isAdapted: loaded.filter(({ status }) => status === "fulfilled").length === 2,
    };
  });
  if (!isAdapted) return ["a font is missing that the style sheet gives the headings' measures"];
  return shifts
    .filter(({ isRelettering }) => !isRelettering)
    .map(({ score, what }) => `moves by ${score.toFixed(4)}: ${what}`);
}

/**
 * Collects what goes wrong while the page is walked through with the Tab key. Each element is checked on the next key
 * press, because only then has the page scrolled to it. `takeFocus` returns the result, `stopFocus` ends it.
 */
function watchFocus(): void {
  const seen: { element: Element; rect: DOMRect }[] = [];
  const faults = new Set<string>();
  let left = false;
  let backward = false;
  const nameOf = (element: Element) =>
    `${element.localName} “${(element.textContent?.trim() || element.getAttribute("name") || element.getAttribute("title") || "").slice(0, 40)}”`;
  const isFixed = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).position === "fixed" || isFixed(element.parentElement));
  const covers = (element: Element | null): boolean =>
    element !== null && (/fixed|sticky/.test(getComputedStyle(element).position) || covers(element.parentElement));
  const hasRing = (element: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
  };

  const judge = (event: KeyboardEvent) => {
    if (event.key !== "Tab") return;
    backward = event.shiftKey;
    const element = document.activeElement;
    if (!element || element === document.body || element.localName === "iframe") return;
    const rect = element.getClientRects()[0] ?? element.getBoundingClientRect();
    const name = nameOf(element);
    if (seen.some((before) => before.element === element)) left = true;
    if (left) return;
    const ringed = [element, element.parentElement, element.parentElement?.parentElement, element.closest(".card")];
    // Backward, a date field is entered through its own button, which the browser outlines inside the field.
    const isInside =
      element.matches("[type=date], [type=time], [type=datetime-local]") && !element.matches(":focus-visible");
    if (!isInside && !ringed.some((each) => each && hasRing(each))) faults.add(`${name} does not show its focus`);
    const fits = rect.height <= innerHeight;
    if (rect.width === 0 || rect.right < 1 || rect.left > innerWidth - 1) faults.add(`${name} has focus out of sight`);
    else if (fits && Math.min(rect.bottom, innerHeight) - Math.max(rect.top, 0) < Math.min(rect.height, 24) - 1)
      faults.add(`${name} has focus out of the window`);
    else {
      const within = (at: number, low: number, high: number) => Math.min(high - 1, Math.max(low + 1, at));
      const label = (element as HTMLInputElement).labels?.[0];
      const said = label && !label.contains(element) ? label.getBoundingClientRect() : rect;
      for (const { left, right, top, bottom } of [rect, said]) {
        const x = within((left + right) / 2, 0, innerWidth);
        for (const y of [top + 2, (top + bottom) / 2, bottom - 2]) {
          const over = document.elementFromPoint(x, within(y, 0, innerHeight));
          const isOwn =
            over && (element.contains(over) || over.contains(element) || over.closest("label") === (label ?? null));
          if (!isOwn && covers(over)) faults.add(`${name} has focus under ${over ? nameOf(over) : "nothing"}`);
        }
      }
    }
    const last = seen.at(-1);
    if (last && !isFixed(element) && !isFixed(last.element)) {
      const follows = last.element.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
      const top = rect.top + scrollY;
      const isAbove = top + rect.height <= last.rect.top && rect.left < last.rect.right;
      if (!backward && (!follows || isAbove)) faults.add(`${name} comes after ${nameOf(last.element)}`);
    }
    seen.push({ element, rect: new DOMRect(rect.left, rect.top + scrollY, rect.width, rect.height) });
  };
  addEventListener("keydown", judge, true);
  Object.assign(window, {
    takeFocus: () => ({ faults: [...faults], left, stops: seen.length }),
    stopFocus: () => removeEventListener("keydown", judge, true),
  });
}

/** Tabs through the page, and back again, at the current window size. @returns what is wrong */
export async function walkWithTab(page: Page, keys: ("Tab" | "Shift+Tab")[] = ["Tab", "Shift+Tab"]): Promise<string[]> {
  const found: string[] = [];
  for (const key of keys) {
    await page.evaluate(watchFocus);
    let walk: { faults: string[]; left: boolean; stops: number };
    let presses = 0;
    if (key === "Shift+Tab") await page.keyboard.down("Shift");
    do {
      // The page judges each press by itself; waiting for one before the next would take half as long again.
      await Promise.all(Array.from({ length: 10 }, () => page.keyboard.press("Tab")));
      presses += 10;
      walk = await page.evaluate(() => (window as unknown as { takeFocus(): typeof walk }).takeFocus());
    } while (!walk.left && presses < 400);
    await page.evaluate(() => (window as unknown as { stopFocus(): void }).stopFocus());
    if (key === "Shift+Tab") await page.keyboard.up("Shift");
    found.push(...walk.faults.map((fault) => `${key}: ${fault}`));
    if (!walk.left) found.push(`${key}: does not get out of the page by ${presses} presses`);
    if (walk.stops < 2) found.push(`${key}: stops ${walk.stops} times`);
  }
  return [...new Set(found)];
}
