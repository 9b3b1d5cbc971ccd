-- What a page reads in its one call, and with it what the site says of itself, where that is other than what the caller knows. Each
-- of these reads with the rights of its caller: the rules of tables and functions decide as they do without it.
create function public.site_of_pages(p_known text)
 returns jsonb
 language sql
 stable security definer
 set search_path = ''
return (
  select jsonb_build_object('settings', s.settings, 'version', s.updated_at)
  from public.site_settings s
  where to_jsonb(s.updated_at) #>> '{}' is distinct from p_known
);

comment on function public.site_of_pages(text) is 'What all pages say of the site: {settings, version}, settings null until an owner saves them; null where p_known is that version.';
revoke all on function public.site_of_pages(text) from public, anon, authenticated, service_role;
grant execute on function public.site_of_pages(text) to anon, authenticated, service_role;

create function public.read_nothing(p_site text default null)
 returns jsonb
 language sql
 stable
 set search_path = ''
return jsonb_build_object('answer', null, 'site', public.site_of_pages(p_site));

comment on function public.read_nothing(text) is 'For pages that read nothing else: {answer: null, site}; site as site_of_pages answers to the version p_site.';
revoke all on function public.read_nothing(text) from public, anon, authenticated, service_role;
grant execute on function public.read_nothing(text) to anon;

create function public.read_library(
  p_tab text default 'resources', p_search text default '', p_page integer default 1, p_visitor_key text default null,
  p_ip_key text default null, p_site text default null
)
 returns jsonb
 language sql
 stable
 set search_path = ''
return jsonb_build_object(
  'answer', public.education_page(p_tab, p_search, p_page, p_visitor_key, p_ip_key),
  'site', public.site_of_pages(p_site)
);

comment on function public.read_library(text, text, integer, text, text, text) is 'A page of the library: {answer, site}; answer as education_page, site as site_of_pages answers to the version p_site.';
revoke all on function public.read_library(text, text, integer, text, text, text) from public, anon, authenticated, service_role;
grant execute on function public.read_library(text, text, integer, text, text, text) to anon, authenticated;

create function public.read_events(p_key text default null, p_site text default null)
 returns json
 language plpgsql
 stable
 set search_path = ''
as $function$
declare
  wanted uuid[];
  answer json;
begin
  if p_key is null then
    wanted := array(select e.id from public.events e order by e.starts_at desc limit 1000);
  else
    wanted := array(select e.id from public.events e where e.key = p_key);
  end if;
  select coalesce(json_agg(shown order by shown.starts_at desc), '[]') into answer
  from (
    select
      e.id, e.key, e.title, e.starts_at, e.ends_at, e.previous_starts_at, e.date_precision, e.over_at, e.time_note, e.place,
      e.attendee_limit, e.summary, e.about, e.recap, e.recap_url, e.ticket_url, e.bus, e.parking, e.steps, e.seating, e.quiet_space,
      e.to_bring, e.co_hosts, e.series, e.poster_path, e.poster_alt, e.poster_width, e.poster_height, e.status, e.tab_order,
      e.tab_label, e.waitlist_closed, e.takes_reservations, e.sign_up_opens_at, e.sign_up_closes_at, e.party_limit, e.question,
      e.offer_hours, e.sequence, e.created_at, e.updated_at,
      case
        when p.event_id is not null then json_build_object('taken', p.taken, 'waiting', p.waiting, 'moved_up', p.moved_up)
      end as event_places,
      case
        when p_key is not null then (
          select coalesce(json_agg(edition), '[]')
          from (
            select o.key, o.title, o.starts_at, o.ends_at, o.date_precision, o.over_at, o.time_note, o.status, o.created_at
            from public.events o
            where o.series = e.series
            order by o.starts_at desc
            limit 200
          ) edition
        )
      end as editions
    from public.events e
    left join public.event_places p on p.event_id = e.id
    where e.id = any (wanted)
  ) shown;
  return json_build_object('answer', answer, 'site', public.site_of_pages(p_site));
end;
$function$;

comment on function public.read_events(text, text) is 'Events that the caller may read, or the one of a key with the editions of its series: {answer, site}; site as site_of_pages answers to the version p_site.';
revoke all on function public.read_events(text, text) from public, anon, authenticated, service_role;
grant execute on function public.read_events(text, text) to anon;

create function public.read_issues(p_slug text default null, p_site text default null)
 returns jsonb
 language sql
 stable
 set search_path = ''
return jsonb_build_object(
  'answer', (
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
  ),
  'site', public.site_of_pages(p_site)
);

comment on function public.read_issues(text, text) is 'Issues of the newsletter that were sent, or the one of a slug with its HTML: {answer, site}; site as site_of_pages answers to the version p_site.';
revoke all on function public.read_issues(text, text) from public, anon, authenticated, service_role;
grant execute on function public.read_issues(text, text) to anon;

create function public.read_articles(p_kind text, p_page integer, p_size integer, p_site text default null)
 returns jsonb
 language sql
 stable
 set search_path = ''
return jsonb_build_object('answer', public.articles_page(p_kind, p_page, p_size), 'site', public.site_of_pages(p_site));

comment on function public.read_articles(text, integer, integer, text) is 'A page of articles or guides: {answer, site}; answer as articles_page, site as site_of_pages answers to the version p_site.';
revoke all on function public.read_articles(text, integer, integer, text) from public, anon, authenticated, service_role;
grant execute on function public.read_articles(text, integer, integer, text) to service_role;

create function public.read_article(p_kind text, p_slug text, p_renderer text, p_site text default null)
 returns jsonb
 language sql
 stable
 set search_path = ''
return jsonb_build_object('answer', public.article_page(p_kind, p_slug, p_renderer), 'site', public.site_of_pages(p_site));

comment on function public.read_article(text, text, text, text) is 'An article or guide: {answer, site}; answer as article_page, site as site_of_pages answers to the version p_site.';
revoke all on function public.read_article(text, text, text, text) from public, anon, authenticated, service_role;
grant execute on function public.read_article(text, text, text, text) to service_role;

create function public.read_sitemap(p_site text default null)
 returns jsonb
 language sql
 stable
 set search_path = ''
return jsonb_build_object('answer', public.sitemap(), 'site', public.site_of_pages(p_site));

comment on function public.read_sitemap(text) is 'What search engines may list: {answer, site}; answer as sitemap, site as site_of_pages answers to the version p_site.';
revoke all on function public.read_sitemap(text) from public, anon, authenticated, service_role;
grant execute on function public.read_sitemap(text) to service_role;
