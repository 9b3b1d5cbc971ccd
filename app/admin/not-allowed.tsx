import { errorWords } from "../ui/error-page.tsx";
import { AdminHeader } from "./admin-header.tsx";

/** What an editor sees instead of a page, form or file that is only for owners. */
export function NotAllowed() {
  return (
    <>
      <AdminHeader title={errorWords(403).title} back={{ to: "/admin", label: "Dashboard" }} />
      <p className="lead">
        Only owners of this site may do this, and you are an editor. Ask an owner to do it for you.
      </p>
    </>
  );
}
