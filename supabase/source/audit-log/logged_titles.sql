-- Returns the current titles of the given rows; nothing for rows that are deleted or that the caller may not read.
create function public.logged_titles(p_ids uuid[]) returns table (id uuid, title text)
language sql
stable
as $$
  select t.id, t.label from public.education_tabs t where t.id = any (p_ids)
  union all
  select r.id, r.title from public.education_resources r where r.id = any (p_ids)
  union all
  select e.id, e.title from public.events e where e.id = any (p_ids)
  union all
  select s.id, s.name from public.series s where s.id = any (p_ids)
  union all
  select t.id, t.title from public.talks t where t.id = any (p_ids)
  union all
  select s.id, s.name from public.speakers s where s.id = any (p_ids)
  union all
  select i.id, i.subject from public.newsletter_issues i where i.id = any (p_ids)
  union all
  select a.id, r.title
  from public.articles a
  join public.article_revisions r on r.article_id = a.id and r.number = a.revision
  where a.id = any (p_ids)
  union all
  select p.id, p.alt from public.pictures p where p.id = any (p_ids);
$$;

-- for members: reads the titles of the rows of the log
grant execute on function public.logged_titles to authenticated;
