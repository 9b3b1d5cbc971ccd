create index reservations_checked_in on public.reservations using btree (event_id, state) where checked_in_at is not null;

create function public.concerns(p_kind text, p_event uuid, p_entry uuid)
 returns boolean
 language sql
 stable
 set search_path = ''
return (
  select case
    when not e.takes_reservations or p_kind not in ('reminder', 'recap') then true
    else exists (
      select from public.reservations r
      where r.id = p_entry
        and r.state = 'placed'
        and (
          p_kind = 'reminder'
          or r.checked_in_at is not null
          or not exists (select from public.reservations o where o.event_id = p_event and o.state = 'placed' and o.checked_in_at is not null)
        )
    )
  end
  from public.events e
  where e.id = p_event
);

comment on function public.concerns(text, uuid, uuid) is 'Whether a kind of telling is for an entry of an event: where it takes reservations, a reminder is for those with a place, and a recap for those who were checked in, or where nobody was, for all who had a place.';

revoke all on function public.concerns(text, uuid, uuid) from public;

create or replace function public.owed_news(p_kind text, p_event uuid)
 returns setof uuid
 language sql
 stable
 set search_path to ''
as $function$
  select w.id
  from public.events e
  join public.waitlist_entries w on w.event_id = e.id
  left join lateral (
    select t.kind, t.starts_at
    from public.mails m
    join public.tellings t on t.id = m.occasion
    where m.purpose = 'event-news'
      and m.person = w.id
      and m.state <> 'dropped'
      -- Whose entry was corrected since may get what was refused.
      and not (m.state = 'refused' and w.updated_at > m.settled_at)
      -- Tickets that are open, and a reminder, say too that it takes place, and when.
      and (t.kind = p_kind or (p_kind in ('cancelled', 'postponed', 'new-date') and t.kind <> 'recap'))
    order by t.id desc
    limit 1
  ) latest on true
  where e.id = p_event
    and not w.suspected_spam
    and case p_kind
      when 'tickets-open' then w.told_at is null and latest.kind is null
      when 'reminder' then latest.starts_at is distinct from e.starts_at and public.concerns(p_kind, e.id, w.id)
      when 'recap' then w.created_at <= e.over_at and latest.starts_at is distinct from e.starts_at and public.concerns(p_kind, e.id, w.id)
      -- Who joined later has seen it.
      when 'new-date' then w.created_at <= e.dated_at
        and coalesce(w.told_at < e.dated_at, true)
        and (coalesce(latest.kind in ('cancelled', 'postponed'), true) or latest.starts_at is distinct from e.starts_at)
      else w.created_at <= e.dated_at and latest.kind is distinct from p_kind
    end
  order by w.created_at, w.id;
$function$;

comment on function public.owed_news(text, uuid) is 'Entries on the list of an event that have not been told, first come first: nobody twice that tickets are open, by hand or by mail; of a state or a date whoever joined before it and whose latest news is another one; a reminder or a recap once for a date, and to whom it concerns. Never suspected spam.';

revoke all on function public.owed_news(text, uuid) from public;

create or replace function public.news_content(p_person uuid, p_telling integer)
 returns jsonb
 language sql
 stable
 set search_path to ''
return (select jsonb_build_object('entry', w.id, 'generation', w.link_generation, 'email', w.email, 'kind', t.kind, 'words', t.words, 'event', (to_jsonb(e.*) - array['search_text'::text, 'is_published'::text])) as jsonb_build_object from ((public.tellings t join public.events e on ((e.id = t.event_id))) join public.waitlist_entries w on ((w.event_id = e.id))) where ((t.id = news_content.p_telling) and (w.id = news_content.p_person) and (not w.suspected_spam) and public.is_news(t.kind, e.id) and public.concerns(t.kind, e.id, w.id) and ((t.kind <> 'tickets-open'::text) or (w.told_at is null)) and ((t.kind <> all (array['new-date'::text, 'reminder'::text, 'recap'::text])) or (t.starts_at = e.starts_at))));

comment on function public.news_content(uuid, integer) is 'What a letter of a telling to an entry is made of; null when it is not true any more or does not concern them, or the entry is gone, or was told by hand that tickets are open.';

revoke all on function public.news_content(uuid, integer) from public;
