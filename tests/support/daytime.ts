/** Makes it always daytime in a database: at night, email that can wait until the morning is not sent. */
export const daytime =
  "create or replace function private.waking_time(p_at timestamptz) returns timestamptz language sql stable set search_path = '' return p_at";
