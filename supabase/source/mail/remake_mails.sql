-- Makes emails that are just being composed for a person whose address or link has changed due again; the result of the
-- present attempt no longer counts.
create function private.remake_mails(p_person uuid) returns void
language sql
as $$
  update public.mails m
    set state = 'due', claimed_until = null, attempts = m.attempts + 1
    where m.person = p_person and m.state = 'claimed' and m.sealed is null;
$$;
