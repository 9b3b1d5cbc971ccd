create function private.remake_mails(p_person uuid) returns void
language sql
as $$
  update public.mails m
    set state = 'due', claimed_until = null, attempts = m.attempts + 1
    where m.person = p_person and m.state = 'claimed' and m.sealed is null;
$$;

comment on function private.remake_mails(uuid) is
  'Has the mails made again that are just being made for somebody whose address or link has changed: what comes of the present attempt no longer counts.';
