-- Trigger: a batch is not sent again after one of its emails was deleted because its reader was erased; the results of
-- its other emails remain unknown unless the provider still responds.
create function private.give_up_batches() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  with broken as (
    delete from private.mail_batches b
      using (select distinct o.batch_id from old_rows o where o.batch_id is not null) gone
      where b.id = gone.batch_id and b.sealed is not null and b.claimed_until is null
      returning b.id, b.last_error
  )
  update public.mails m
    set state = 'unknown', claimed_until = null, last_error = coalesce(broken.last_error, 'no answer')
    from broken
    where m.batch_id = broken.id;
  -- A batch that is being sent keeps no addresses for another attempt.
  update private.mail_batches b
    set sealed = ''
    from (select distinct o.batch_id from old_rows o where o.batch_id is not null) gone
    where b.id = gone.batch_id and b.sealed is not null;
  return null;
end;
$$;
