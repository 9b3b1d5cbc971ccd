import { pluralize } from "../../platform/text/pluralize.ts";
import type { Dashboard } from "./dashboard.server.ts";

interface Card {
  to: string;
  title: string;
  text: string;
  count: (counts: Dashboard["counts"]) => string;
}

/** What is a press away because it is opened often, though the menu has it under other names. */
export const cards: readonly Card[] = [
  {
    to: "/admin/tabs",
    title: "Manage Tabs",
    text: "The tabs of the library and their order.",
    count: ({ tabs }) => pluralize(tabs, "tab"),
  },
  {
    to: "/admin/resources",
    title: "Manage Resources",
    text: "What the library has to offer.",
    count: ({ resources }) => pluralize(resources, "resource"),
  },
  {
    to: "/admin/analytics",
    title: "Analytics",
    text: "What visitors do, day by day.",
    count: ({ likes }) => pluralize(likes, "like"),
  },
];
