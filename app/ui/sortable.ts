// Rows that can be dragged to another place. Without this script there are buttons and a field for it.
// Contract: table[data-sortable], each row with a form whose fields "intent" (place), "id" and "position" say where it is.

export {};

const formOf = (row: Element | undefined | null) =>
  row?.querySelector<HTMLInputElement>('input[type="number"][name="position"]')?.form;
const placeOf = (row: Element | undefined | null) =>
  Number((formOf(row)?.elements.namedItem("position") as HTMLInputElement | null)?.defaultValue);

for (const table of document.querySelectorAll<HTMLTableElement>("table[data-sortable]")) {
  const [body] = table.tBodies;
  if (body && body.rows.length > 1) for (const row of body.rows) addGrip(row, body);
}

function addGrip(row: HTMLTableRowElement, body: HTMLTableSectionElement): void {
  const form = formOf(row);
  if (!form) return;
  const grip = document.createElement("span");
  grip.className = "grip";
  grip.ariaHidden = "true";
  grip.title = "Drag to another position";
  form.parentElement?.insertBefore(grip, form.parentElement.firstChild);
  let next: Element | null = null;

  const move = (event: PointerEvent) => {
    const others = [...body.rows].filter((other) => other !== row);
    const behind = others.find((other) => {
      const { top, height } = other.getBoundingClientRect();
      return event.clientY < top + height / 2;
    });
    // A row that is taken out of the page loses the pointer, so it is moved only where it has to be.
    if (row.nextElementSibling !== (behind ?? null)) body.insertBefore(row, behind ?? null);
  };
  const stop = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", drop);
    removeEventListener("pointercancel", cancel);
    removeEventListener("keydown", cancelByKey);
    row.classList.remove("dragged");
  };
  const cancel = () => {
    stop();
    body.insertBefore(row, next);
  };
  const cancelByKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") cancel();
  };
  const drop = () => {
    stop();
    if (row.nextElementSibling === next) return;
    const first = Math.min(...[...body.rows].map(placeOf));
    const position = String(first + [...body.rows].indexOf(row));
    send(form, position).catch(() => {
      body.insertBefore(row, next);
      fail(body);
    });
  };
  grip.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault();
    next = row.nextElementSibling;
    row.classList.add("dragged");
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", cancel);
    addEventListener("keydown", cancelByKey);
  });
}

async function send(form: HTMLFormElement, position: string): Promise<void> {
  const fields = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  fields.set("position", position);
  const answer = await fetch(location.href, { method: "POST", body: fields });
  if (!answer.ok || !answer.redirected) throw new Error(`${answer.status}`);
  history.replaceState(history.state, "", answer.url);
  location.reload();
}

function fail(body: HTMLTableSectionElement): void {
  document.querySelector(".failed")?.remove();
  const notice = document.createElement("p");
  notice.className = "notice bad failed";
  notice.setAttribute("role", "alert");
  notice.textContent = "The order could not be changed. Please try again.";
  const table = body.parentElement;
  table?.parentElement?.insertBefore(notice, table);
}
