-- Enqueues an email to the calling admin, which shows whether emails from this site arrive. Returns false when one is
-- on its way or was queued within the last minute, or the budget of the account is spent.
create function public.send_test_mail() returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if not private.enqueue_mail('test-email', auth.uid(), null, '{test-email}', jsonb_build_object('account', auth.uid()))
  then
    return false;
  end if;
  -- The email itself is kept for 30 days; the fact that there was one, forever.
  insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
    select u.id, u.email, 'insert', 'mails', m.id::text, jsonb_build_object('purpose', m.purpose)
    from auth.users u
    join public.mails m on m.person = u.id and m.purpose = 'test-email'
    where u.id = auth.uid()
    order by m.id desc
    limit 1;
  return true;
end;
$$;

-- for admins: writes a test email to themselves into the queue, and into the log
grant execute on function public.send_test_mail to authenticated;
