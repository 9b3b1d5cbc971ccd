create function private.owe_ticket(p_id uuid) returns void
language sql
as $$
  insert into public.mails (purpose, person, occasion)
    select 'place-ticket', p_id, coalesce(max(m.occasion), 0) + 1
    from public.mails m
    where m.purpose = 'place-ticket' and m.person = p_id
    -- One that nobody has made yet will say what is true when it goes.
    having not coalesce(bool_or(m.state = 'due' and m.sealed is null), false);
$$;

comment on function private.owe_ticket(uuid) is 'Owes the ticket to whoever has a place and a confirmed address.';
