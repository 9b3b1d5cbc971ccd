/** The path of the admin page of an event's program, or of one below it: `rooms`, `speakers/new`, the id of a talk. */
export const adminProgrammePath = ({ id }: { id: string }, below = "") =>
  `/admin/events/${id}/programme${below ? `/${below}` : ""}`;
