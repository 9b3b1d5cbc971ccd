-- Trigger: keeps the state that an announced talk of a published program had at publication, and when it last changed.
-- Notifies people who have it in their agenda, unless it is over or was already canceled.
create function private.note_talk_change() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_new constant boolean := tg_op = 'INSERT' or (tg_op = 'UPDATE' and not old.is_announced);
  before constant public.talks := case when is_new then new else old end;
  published_since timestamptz;
begin
  -- When an event is deleted, its talks are deleted with it, and the event no longer exists here.
  select p.published_at into published_since
    from public.programmes p
    join public.events e on e.id = p.id
    where p.id = before.event_id and e.is_published;
  if published_since is null then
    return null;
  end if;
  insert into private.talk_changes as c (number, event_id, is_new, title, starts_at, ends_at, room_id, status)
    values (
      before.number, before.event_id, is_new, before.title, before.starts_at, before.ends_at, before.room_id,
      before.status
    )
    on conflict (number) do update
      set (is_new, title, starts_at, ends_at, room_id, status) = (
          select
            excluded.is_new, excluded.title, excluded.starts_at, excluded.ends_at, excluded.room_id, excluded.status
          where c.changed_at <= published_since
          union all
          select c.is_new, c.title, c.starts_at, c.ends_at, c.room_id, c.status
          where c.changed_at > published_since
        ),
        changed_at = excluded.changed_at;
  if not is_new and (before.ends_at > now() or before.ends_at is null or (tg_op = 'UPDATE' and new.ends_at > now()))
    and not (before.status = 'cancelled' and (tg_op = 'DELETE' or new.status = 'cancelled'))
  then
    perform private.enqueue_agenda_mails(before.event_id, before.number);
  end if;
  return null;
end;
$$;
