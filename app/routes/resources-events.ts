import { redirect } from "../platform/request/http.ts";

/** Redirects the footer's "Events" link under /resources to the page of all events. */
export const loader = () => redirect("/events", 301);
