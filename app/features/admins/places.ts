export interface Place {
  to: string;
  label: string;
}

/** Every place of the admin area, in groups; those of a group are worked on together. */
export const groups: readonly { label?: string; places: readonly Place[] }[] = [
  { places: [{ to: "/admin", label: "Dashboard" }] },
  {
    label: "Program",
    places: [
      { to: "/admin/events", label: "Events" },
      { to: "/admin/waitlists", label: "Waitlists" },
    ],
  },
  {
    label: "Library",
    places: [
      { to: "/admin/resources", label: "Resources" },
      { to: "/admin/tabs", label: "Tabs" },
    ],
  },
  {
    label: "Visitors",
    places: [
      { to: "/admin/messages", label: "Messages" },
      { to: "/admin/subscribers", label: "Subscribers" },
      { to: "/admin/people", label: "People" },
    ],
  },
  {
    label: "Records",
    places: [
      { to: "/admin/analytics", label: "Analytics" },
      { to: "/admin/log", label: "Log" },
    ],
  },
  {
    label: "Access",
    places: [
      { to: "/admin/admins", label: "Admins" },
      { to: "/admin/account", label: "Account" },
    ],
  },
];
