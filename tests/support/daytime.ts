/** Makes it day in a database, whatever the time is while tests run: at night, what can wait for the morning is not sent. */
export const daytime =
  "create or replace function private.waking_time(p_at timestamptz) returns timestamptz language sql stable set search_path = '' return p_at";
