-- Enqueues the emails in admins' own words whose hour has come, unless they are held (hold_scheduled).
create function private.start_scheduled() returns void
language plpgsql
as $$
declare
  campaign public.campaigns;
begin
  for campaign in
    select t.* from public.campaigns t where t.send_at <= now() and t.paused_at is null for update skip locked
  loop
    perform private.enqueue_own_words(campaign);
    update public.campaigns t set send_at = null, started_at = now() where t.id = campaign.id;
  end loop;
end;
$$;
