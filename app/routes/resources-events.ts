import { redirect } from "../platform/request/http.ts";

/** The footer's "Events" among the resources; the events have one page, and it is elsewhere. */
export const loader = () => redirect("/events", 301);
