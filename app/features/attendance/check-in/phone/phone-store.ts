// The IndexedDB storage of a helper's phone: one list, and the presses in order.
import type { KeptList, Press, PressAnswer } from "./phone-list.ts";

const ask = <Value>(request: IDBRequest<Value>) =>
  new Promise<Value>((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((done, fail) => {
    const request = indexedDB.open("door", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("list");
      request.result.createObjectStore("presses", { autoIncrement: true });
    };
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  return opened;
}

/** @returns once the change is on disk: a press must survive a crash of the browser */
async function change(work: (list: IDBObjectStore, presses: IDBObjectStore) => unknown): Promise<void> {
  const transaction = (await open()).transaction(["list", "presses"], "readwrite", { durability: "strict" });
  const written = new Promise<void>((done, fail) => {
    transaction.oncomplete = () => done();
    transaction.onabort = () => fail(transaction.error);
  });
  await Promise.all([work(transaction.objectStore("list"), transaction.objectStore("presses")), written]);
}

async function changePresses(presses: IDBObjectStore, make: (press: Press) => Press | null): Promise<void> {
  const [keys, values] = await Promise.all([ask(presses.getAllKeys()), ask<Press[]>(presses.getAll())]);
  for (const [index, key] of keys.entries()) {
    const was = values[index] as Press;
    const press = make(was);
    if (!press) presses.delete(key);
    else if (press !== was) presses.put(press, key);
  }
}

/** @throws DOMException if the browser does not allow storage */
export async function readKept(): Promise<{ list: KeptList | undefined; presses: Press[] }> {
  const transaction = (await open()).transaction(["list", "presses"]);
  const [list, presses] = await Promise.all([
    ask<KeptList | undefined>(transaction.objectStore("list").get("list")),
    ask<Press[]>(transaction.objectStore("presses").getAll()),
  ]);
  return { list, presses };
}

/** Replaces the list and deletes presses. @param done ids of the presses whose outcome the new list contains */
export const keepList = (list: KeptList, done: string[]) =>
  change((lists, presses) => {
    lists.put(list, "list");
    return changePresses(presses, (press) => (done.includes(press.id) ? null : press));
  });

export const keepPress = (press: Press) => change((_list, presses) => presses.add(press));

/** Deletes a press that cannot have reached the site. @returns false if it may have */
export async function dropUntried(id: string): Promise<boolean> {
  let isDropped = false;
  await change((_list, presses) =>
    changePresses(presses, (press) => {
      if (press.id !== id || press.tried) return press;
      isDropped = true;
      return null;
    }),
  );
  return isDropped;
}

export const dropPresses = (ids: string[]) =>
  change((_list, presses) => changePresses(presses, (press) => (ids.includes(press.id) ? null : press)));

export const markTried = (ids: string[]) =>
  change((_list, presses) =>
    changePresses(presses, (press) => (ids.includes(press.id) ? { ...press, tried: true } : press)),
  );

export const keepAnswers = (answers: PressAnswer[]) =>
  change((_list, presses) =>
    changePresses(presses, (press) => {
      const answer = answers.find(({ id }) => id === press.id);
      return answer ? { ...press, answer } : press;
    }),
  );

/** Removes the names from the phone; unsent presses, which contain none, stay. */
export const dropList = () => change((list) => list.clear());
