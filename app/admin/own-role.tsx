import { createContext, useContext } from "react";
import { mayOpen, maySend, type Role } from "./roles.ts";

export const OwnRole = createContext<Role>("editor");

/** What this admin may do, so that forbidden links are not drawn; loaders and actions enforce it. */
export function useRights() {
  const role = useContext(OwnRole);
  return {
    mayOpen: (page: string) => mayOpen(role, page),
    maySend: (page: string, intent: string) => maySend(role, page, intent),
  };
}
