-- Notes from which network an unconfirmed row came, and whether it may make room for others.
create function private.note_stored(
  p_kind text,
  p_id uuid,
  p_keys jsonb,
  p_bytes bigint,
  p_may_go boolean default false
) returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.unconfirmed_rows as u (id, kind, network_key, bytes, may_go)
    values (p_id, p_kind, p_keys ->> 'far', p_bytes, p_may_go)
    -- Asked for again, from whichever network: the row counts once.
    on conflict (id) do nothing;
$$;
