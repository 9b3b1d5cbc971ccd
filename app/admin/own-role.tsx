import { createContext, useContext } from "react";
import { mayOpen, maySend, type Role } from "./roles.ts";

export const OwnRole = createContext<Role>("editor");

/**
 * Returns what this admin may do, so that forbidden links and buttons are not drawn; the loaders and actions enforce
 * it.
 */
export function useRights() {
  const role = useContext(OwnRole);
  return {
    mayOpen: (page: string) => mayOpen(role, page),
    maySend: (page: string, intent: string) => maySend(role, page, intent),
  };
}
