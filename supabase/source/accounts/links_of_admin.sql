-- Returns the links that an account has made and that still work: passes, previews of articles, events and programs,
-- and links of speakers to send by hand.
create function public.links_of_admin(p_user uuid) returns table (kind text, title text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if public.admin_role() is distinct from 'owner' then
    raise exception 'this is for owners' using errcode = 'insufficient_privilege';
  end if;
  return query
    select l.kind, l.title
    from (
      select 'pass' as kind, e.title || ': ' || d.name as title
        from public.door_passes d
        join public.events e on e.id = d.event_id
        where d.made_by = p_user
          and d.ended_at is null
          and (e.ends_at is null or e.ends_at > now() - interval '4 hours')
      union all
      select p.kind, coalesce(e.title, r.title)
        from private.previews p
        left join public.events e on e.id = p.event_id
        left join public.articles a on a.id = p.article_id
        left join public.article_revisions r on r.article_id = a.id and r.number = a.revision
        where p.made_by = p_user and p.expires_at > now()
      union all
      select 'speaker', s.name
        from private.speaker_contacts c
        join public.speakers s on s.id = c.speaker_id
        where c.link_made_by = p_user and c.link_digest is not null and private.may_correct(s.id)
    ) l
    order by l.kind, l.title
    limit 200;
end;
$$;

-- for owners
grant execute on function public.links_of_admin to authenticated;
