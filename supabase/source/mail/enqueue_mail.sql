-- Enqueues an email that someone has caused, within p_budgets of p_keys (budget_keys), in the queue p_queue
-- (mails.queue). Enqueues nothing while such an email is on its way or was queued to the same address in the last
-- minute, and nothing to a suppressed address; without p_address_key, suppression is checked when it is sent. Returns
-- whether it is queued.
create function private.enqueue_mail(
  p_purpose text,
  p_person uuid,
  p_address_key text,
  p_budgets text[],
  p_keys jsonb default null,
  p_queue text default null
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  keys constant jsonb := coalesce(p_keys, private.budget_keys(null, p_address_key));
  letters constant integer := case when p_queue is not null then private.letters_of(keys) end;
begin
  -- Serialized, so that a form submitted twice enqueues one email.
  perform pg_advisory_xact_lock(hashtextextended('mail ' || coalesce(p_address_key, p_person::text), 0));
  if private.is_suppressed(p_address_key, p_purpose) then
    return false;
  end if;
  -- Asked for again, a waiting email takes the better place of both, so that nobody can park somebody's email at the
  -- end.
  update public.mails m
    set rank = least(m.rank, letters), queue = case when p_queue = 'strangers' then m.queue else p_queue end
    where m.purpose = p_purpose
      and m.person = p_person
      and m.next_attempt_at is not null
      and m.attempts = 0
      and m.queue is not null
      and letters is not null;
  if exists (
      select from public.mails m
      where m.purpose = p_purpose
        and m.person = p_person
        and (
          m.next_attempt_at is not null
          or ((p_address_key is null or m.address_key = p_address_key) and m.created_at > now() - interval '1 minute')
        )
    )
    or private.spend(p_budgets, keys) is not null
  then
    return false;
  end if;

  insert into public.mails (purpose, person, occurrence, address_key, queue, rank)
    select p_purpose, p_person, coalesce(max(m.occurrence), 0) + 1, p_address_key, p_queue, letters
    from public.mails m
    where m.purpose = p_purpose and m.person = p_person;
  if p_queue is not null then
    perform private.spend('{letter}', keys);
  end if;
  return true;
end;
$$;
