-- Returns the issues of the newsletter that were sent, or the one of a slug with its HTML.
create function public.read_issues(p_slug text default null) returns jsonb
language sql
stable
return (
  with listed as (
    select i.slug, i.subject, i.preview_text, i.sent_at
    from public.newsletter_issues i
    where p_slug is null and i.sent_at is not null
    order by i.sent_at desc
    limit 1000
  ),
  shown as (
    select to_jsonb(l) as issue, l.sent_at from listed l
    union all
    select jsonb_build_object(
        'slug', i.slug, 'subject', i.subject, 'preview_text', i.preview_text, 'sent_at', i.sent_at, 'html', i.html
      ), i.sent_at
    from public.newsletter_issues i
    where i.slug = p_slug and i.sent_at is not null
  )
  select coalesce(jsonb_agg(s.issue order by s.sent_at desc), '[]') from shown s
);

grant execute on function public.read_issues to anon;
