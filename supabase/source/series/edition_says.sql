-- Returns what editions of a series have in common regardless of their dates: copied_settings, hours, and how long
-- before the start sign-up opens and closes.
create function private.edition_says(p_edition public.events) returns jsonb
language sql
stable
return (
  select jsonb_object_agg(c.key, c.value)
  from jsonb_each(to_jsonb(p_edition)) c
  where c.key = any (private.copied_settings())
) || jsonb_build_object(
  -- The words of a chosen place follow it, also in a template that was copied before they were corrected.
  'place', case when p_edition.place_id is null then p_edition.place end,
  'hours', case
    when p_edition.date_precision in ('exact', 'day') then jsonb_build_array(
      p_edition.date_precision,
      (p_edition.starts_at at time zone public.site_time_zone())::time,
      private.clock_seconds(p_edition.starts_at, p_edition.ends_at)
    )
  end,
  'sign_up_opens_at', private.clock_seconds(p_edition.sign_up_opens_at, p_edition.starts_at),
  'sign_up_closes_at', private.clock_seconds(p_edition.sign_up_closes_at, p_edition.starts_at)
);
