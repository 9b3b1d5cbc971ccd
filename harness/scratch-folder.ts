import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where Linux keeps files in memory; containers often have 64 MB of it. */
const inMemory = "/dev/shm";
const enough = 2 * 1024 ** 3;

/** Whether there is room in memory for the files of a few databases and of a browser. */
export function hasRoomInMemory(): boolean {
  if (!existsSync(inMemory)) return false;
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize >= enough;
}

/**
 * Makes a folder for files that nobody needs after this process: in memory if there is room, because copying a data
 * folder of 1,600 files to a disk takes as long as starting its database. Removes those of processes that were killed.
 */
export function makeScratchFolder(name: string): string {
  if (!hasRoomInMemory()) return mkdtempSync(join(tmpdir(), `${name}-`));
  for (const found of readdirSync(inMemory)) {
    const [, owner] = /^community-scratch-(\d+)-/.exec(found) ?? [];
    if (owner && !isRunning(Number(owner))) rmSync(join(inMemory, found), { recursive: true, force: true });
  }
  return mkdtempSync(join(inMemory, `community-scratch-${process.pid}-${name}-`));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
