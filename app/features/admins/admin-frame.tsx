import { Fragment, type ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";

const sections = [
  { to: "/admin", label: "Dashboard" },
  { to: "/admin/tabs", label: "Tabs" },
  { to: "/admin/resources", label: "Resources" },
  { to: "/admin/events", label: "Events" },
  { to: "/admin/waitlists", label: "Waitlists" },
  { to: "/admin/subscribers", label: "Subscribers" },
  { to: "/admin/messages", label: "Messages" },
  { to: "/admin/analytics", label: "Analytics" },
  { to: "/admin/people", label: "People" },
  { to: "/admin/log", label: "Log" },
  { to: "/admin/admins", label: "Admins" },
  { to: "/admin/account", label: "Account" },
];

interface Frame {
  email: string;
  /** nothing but the account page is open yet */
  isNew: boolean;
  path: string;
  children: ReactNode;
}

/** Head and navigation of every admin page; the signing out is on each of them. */
export function AdminFrame({ email, isNew, path, children }: Frame) {
  return (
    <div className="admin">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="admin-head">
        <a className="brand" href="/">
          <Icon name="mark" size={26} />
          <span>View site</span>
        </a>
        <p className="hint">{email}</p>
        <form method="post" action="/admin/logout">
          <button className="button ghost small" type="submit">
            Logout
          </button>
        </form>
      </header>
      <nav className="admin-nav" aria-label="Admin">
        {sections
          .filter(({ to }) => !isNew || to === path)
          .map((section) => (
            <Fragment key={section.to}>
              <a href={section.to} aria-current={currentState(section.to, path)}>
                {section.label}
              </a>{" "}
            </Fragment>
          ))}
      </nav>
      <main id="main" className="admin-main">
        {children}
      </main>
    </div>
  );
}

function currentState(to: string, path: string): "page" | "true" | undefined {
  if (to === path) return "page";
  return to !== "/admin" && path.startsWith(`${to}/`) ? "true" : undefined;
}
