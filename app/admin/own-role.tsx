import { createContext, useContext } from "react";
import { mayOpen, maySend, type Role } from "./roles.ts";

/** The role of the admin who looks at the page; the frame around it knows. */
export const OwnRole = createContext<Role>("editor");

/** Tells what this admin may do, so that no link or button is drawn for the rest; the loaders and actions decide. */
export function useRights() {
  const role = useContext(OwnRole);
  return {
    mayOpen: (page: string) => mayOpen(role, page),
    maySend: (page: string, intent: string) => maySend(role, page, intent),
  };
}
