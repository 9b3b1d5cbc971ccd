export interface NavigationPage {
  to: string;
  label: string;
}

export interface NavigationItem {
  label: string;
  pages: readonly NavigationPage[];
}

const only = (to: string, label: string): NavigationItem => ({ label, pages: [{ to, label }] });

export const navigation: readonly (readonly NavigationItem[])[] = [
  [only("/admin", "Dashboard")],
  [
    {
      label: "Events",
      pages: [
        { to: "/admin/events", label: "Events" },
        { to: "/admin/places", label: "Places" },
      ],
    },
    only("/admin/series", "Series"),
  ],
  [
    only("/admin/articles", "Articles"),
    {
      label: "Library",
      pages: [
        { to: "/admin/resources", label: "Resources" },
        { to: "/admin/tabs", label: "Tabs" },
      ],
    },
    only("/admin/pictures", "Pictures"),
  ],
  [
    only("/admin/messages", "Messages"),
    only("/admin/suggestions", "Suggestions"),
    {
      label: "Newsletter",
      pages: [
        { to: "/admin/issues", label: "Issues" },
        { to: "/admin/subscribers", label: "Subscribers" },
      ],
    },
    only("/admin/posts", "Posts"),
    only("/admin/people", "People"),
  ],
  [
    only("/admin/analytics", "Analytics"),
    {
      label: "Records",
      pages: [
        { to: "/admin/mails", label: "Emails" },
        { to: "/admin/log", label: "Log" },
      ],
    },
    {
      label: "Settings",
      pages: [
        { to: "/admin/site", label: "Names and links" },
        { to: "/admin/site/pages", label: "Home and about" },
        { to: "/admin/site/founders", label: "Founders" },
        { to: "/admin/site/announcement", label: "Announcement" },
        { to: "/admin/site/newsletter", label: "Newsletter" },
        { to: "/admin/site/looks", label: "Looks" },
        { to: "/admin/admins", label: "Admins" },
        { to: "/admin/doctor", label: "Doctor" },
      ],
    },
    only("/admin/account", "Account"),
  ],
];
