-- Returns how announced talks differ from their state when the program was published: new, moved, canceled, on-again or
-- removed, with the previous title, time and room.
create function private.changes_of(p_event uuid)
returns table (
  number integer, what text, title text, changed_at timestamptz, starts_at timestamptz, ends_at timestamptz,
  room_id integer
)
language sql
stable
as $$
  select d.number, d.what, d.title, d.changed_at, d.starts_at, d.ends_at, d.room_id
    from (
      select c.*,
        case
          when t.number is null then case when not c.is_new then 'removed' end
          when c.status <> t.status then case t.status when 'cancelled' then 'canceled' else 'on-again' end
          when c.is_new then case t.status when 'scheduled' then 'new' end
          when (c.starts_at, c.ends_at, c.room_id) is distinct from (t.starts_at, t.ends_at, t.room_id)
            and t.status = 'scheduled'
            then 'moved'
        end as what
      from private.talk_changes c
      join public.programmes p on p.id = c.event_id
      left join public.talks t on t.number = c.number
      where c.event_id = p_event and c.changed_at > p.published_at and coalesce(t.is_announced, true)
    ) d
    where d.what is not null;
$$;
