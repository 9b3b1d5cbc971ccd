export interface NavigationItem {
  to: string;
  label: string;
}

export interface NavigationGroup {
  label?: string;
  items: readonly NavigationItem[];
}

/** Every section of the admin area, grouped by what is worked on together. */
export const navigation: readonly NavigationGroup[] = [
  {
    items: [
      { to: "/admin", label: "Dashboard" },
      { to: "/admin/search", label: "Search" },
    ],
  },
  {
    label: "Program",
    items: [
      { to: "/admin/events", label: "Events" },
      { to: "/admin/series", label: "Series" },
      { to: "/admin/places", label: "Places" },
    ],
  },
  {
    label: "Library",
    items: [
      { to: "/admin/articles", label: "Articles" },
      { to: "/admin/pictures", label: "Pictures" },
      { to: "/admin/resources", label: "Resources" },
      { to: "/admin/tabs", label: "Tabs" },
    ],
  },
  {
    label: "Visitors",
    items: [
      { to: "/admin/messages", label: "Messages" },
      { to: "/admin/suggestions", label: "Suggestions" },
      { to: "/admin/subscribers", label: "Subscribers" },
      { to: "/admin/issues", label: "Newsletter" },
      { to: "/admin/posts", label: "Posts" },
      { to: "/admin/people", label: "People" },
    ],
  },
  {
    label: "Records",
    items: [
      { to: "/admin/analytics", label: "Analytics" },
      { to: "/admin/mails", label: "Emails" },
      { to: "/admin/log", label: "Log" },
      { to: "/admin/doctor", label: "Doctor" },
    ],
  },
  {
    label: "Access",
    items: [
      { to: "/admin/site", label: "Site" },
      { to: "/admin/admins", label: "Admins" },
      { to: "/admin/account", label: "Account" },
    ],
  },
];
