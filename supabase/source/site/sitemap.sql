create function public.sitemap() returns jsonb
language sql
stable
security definer
set search_path = ''
return jsonb_build_object(
  'events', (
    select coalesce(jsonb_agg(jsonb_build_object('key', e.key, 'updated_at', e.updated_at) order by e.starts_at desc nulls last, e.key), '[]')
    from (select * from public.events where is_published order by starts_at desc limit 1000) e
  ),
  'issues', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', i.slug, 'sent_at', i.sent_at) order by i.sent_at desc), '[]')
    from (select * from public.newsletter_issues where sent_at is not null order by sent_at desc limit 1000) i
  ),
  'articles', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', each -> 'slug', 'date', each -> 'date', 'changed_at', each -> 'changed_at') order by place), '[]')
    from jsonb_array_elements(public.articles_page('article', 1, 1000) -> 'articles') with ordinality as listed (each, place)
  ),
  'guides', (
    select coalesce(jsonb_agg(each -> 'slug' order by each ->> 'slug'), '[]')
    from jsonb_array_elements(public.articles_page('guide', 1, 1000) -> 'articles') as listed (each)
  )
);

comment on function public.sitemap() is
  'What search engines may list of events, issues of the newsletter, articles and guides: {events: [{key, updated_at}], issues: [{slug, sent_at}], articles: [{slug, date, changed_at}], guides: [slug]}, 1,000 of each.';

grant execute on function public.sitemap() to service_role;
