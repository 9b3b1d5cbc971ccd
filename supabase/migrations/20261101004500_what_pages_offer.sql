-- What no page offers to admins is not open to their tokens either.

-- A key stands in addresses that people have; a sequence near its limit would refuse every later change.
revoke update (key, sequence) on public.events from authenticated;

-- Who waits, under which name and address, is what that person has agreed to; told_at is written by tell_waitlist, and spam is
-- cleared by clear_waitlist_spam.
revoke update (name, email, suspected_spam, told_at) on public.waitlist_entries from authenticated;
revoke update (email) on public.newsletter_subscribers from authenticated;

-- Messages leave by retention or with their sender's other data; a resource is hidden, and comes back with its likes.
revoke delete on public.contact_messages, public.education_resources from authenticated;
drop policy "Admins delete contact messages" on public.contact_messages;
drop policy "Admins delete resources" on public.education_resources;

create or replace function public.tell_waitlist(p_event uuid, p_told_at timestamptz, p_limit integer default null) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  told integer;
begin
  if not public.is_admin() then
    raise exception 'only admins may say who was told' using errcode = 'insufficient_privilege';
  end if;
  update public.waitlist_entries w
    set told_at = p_told_at
    where w.id = any (array(
      select waiting.id from public.waitlist_entries waiting
      where waiting.event_id = p_event
        and waiting.told_at is null
        and not waiting.suspected_spam
        -- Who joined after the addresses were listed has not been told.
        and waiting.created_at <= p_told_at
        and p_told_at <= now()
      order by waiting.created_at
      limit p_limit
    ))
    and w.told_at is null;
  get diagnostics told = row_count;
  return told;
end;
$$;
