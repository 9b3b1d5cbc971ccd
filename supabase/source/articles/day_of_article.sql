-- Returns the date that readers see with an article.
create function private.day_of_article(p_shown_on date, p_published_at timestamptz) returns date
language sql
immutable
return coalesce(p_shown_on, (p_published_at at time zone public.site_time_zone())::date);
