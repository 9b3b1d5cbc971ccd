-- Deletes subscriptions and proposals that nobody has confirmed and no email was tried for, and what is kept as
-- suspected spam, until at least p_bytes are free, or nothing is left: first of networks that caused most emails of
-- which none was confirmed.
create function private.make_room(p_bytes bigint) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  candidate record;
  -- Room is made for many forms at once, so that not each has to look for what may go, but not of networks with
  -- confirmed addresses.
  for_many constant bigint := 200000;
  freed bigint := 0;
  gone integer := 0;
  is_gone boolean;
begin
  for candidate in
    select u.id, u.bytes, r.relation, r.condition, coalesce(network.confirmed, 0) > 0 as is_known
    from private.unconfirmed_rows u
    join private.rows_that_may_go() r on r.kind = u.kind
    left join (
      select s.key,
        coalesce(sum(s.amount) filter (where s.what = 'letter'), 0) as letters,
        coalesce(sum(s.amount) filter (where s.what = 'confirmed'), 0) as confirmed
      from private.spending s
      where s.what in ('letter', 'confirmed') and s.who = 'far' and s.at > now() - interval '24 hours'
      group by s.key
    ) network on network.key = u.network_key
    where u.may_go and not exists (select from public.mails m where m.person = u.id and m.attempts > 0)
    order by
      coalesce(network.confirmed, 0) > 0,
      coalesce(network.letters, 0) / (1 + coalesce(network.confirmed, 0)) desc,
      u.created_at desc
  loop
    exit when freed >= p_bytes and (candidate.is_known or freed >= for_many);
    execute format('delete from %s t where t.id = $1 and %s returning true', candidate.relation, candidate.condition)
      into is_gone using candidate.id;
    if is_gone then
      delete from public.mails m where m.person = candidate.id and m.attempts = 0 and m.next_attempt_at is not null;
      freed := freed + candidate.bytes;
      gone := gone + 1;
      perform private.give_back(candidate.id);
    end if;
  end loop;
  if gone > 0 then
    perform private.spend('{made-room}', '{}', gone);
  end if;
end;
$$;
