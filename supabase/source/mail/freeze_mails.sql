-- Stores the payloads of emails just claimed ([{id, attempt, sealed, payload_digest, address_key, token_digest}]) and
-- makes the links in them valid; token_digest is null if there is no link. Returns the ids that may be sent: those
-- whose claim still holds, whose person still exists and whose address is not suppressed; not those that the holder of
-- a link has caused and that say what the one before said.
create function public.freeze_mails(p_frozen jsonb) returns bigint[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  given record;
  ids bigint[] := '{}';
begin
  for given in
    select g.*, m.purpose, m.person, m.by_holder
    from jsonb_to_recordset(p_frozen) as g (
      id bigint, attempt integer, sealed text, payload_digest text, address_key text, token_digest text
    )
    join public.mails m on m.id = g.id
    where m.attempts = g.attempt
      and m.state = 'claimed'
      and m.sealed is null
      and private.mail_content(m.purpose, m.person, m.occurrence) is not null
    order by g.id
    for update of m
  loop
    if private.is_suppressed(given.address_key, given.purpose) then
      update public.mails m
        set
          state = 'refused', address_key = given.address_key, last_error = 'suppressed', next_attempt_at = null,
          claimed_until = null, settled_at = now()
        where m.id = given.id;
      continue;
    end if;
    if given.by_holder and given.payload_digest = (
      select p.payload_digest from public.mails p
      where p.purpose = given.purpose and p.person = given.person and p.state in ('accepted', 'bounced', 'complained')
      order by p.id desc
      limit 1
    ) then
      delete from public.mails m where m.id = given.id;
      continue;
    end if;
    update public.mails m
      set
        sealed = given.sealed, payload_digest = given.payload_digest, address_key = given.address_key,
        frozen_at = now(), frozen_attempt = m.attempts
      where m.id = given.id;
    if given.token_digest is not null then
      perform private.keep_mail_link(given.purpose, given.person, given.token_digest);
    end if;
    ids := ids || given.id;
  end loop;
  return ids;
end;
$$;

grant execute on function public.freeze_mails to service_role;
