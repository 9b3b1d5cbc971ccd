-- A check would also refuse every other change of an event that has such a link already.
create function public.refuse_insecure_ticket_url() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'ticket_url begins with https://' using errcode = 'check_violation', constraint = 'ticket_url_is_secure';
end;
$$;

comment on function public.refuse_insecure_ticket_url() is 'Trigger: refuses a new ticket link that does not begin with https://.';

revoke all on function public.refuse_insecure_ticket_url() from public, anon, authenticated, service_role;

create trigger ticket_url_is_secure_when_added before insert on public.events
  for each row when (new.ticket_url !~ '^https://') execute function public.refuse_insecure_ticket_url();
create trigger ticket_url_is_secure_when_changed before update on public.events
  for each row when (new.ticket_url !~ '^https://' and new.ticket_url is distinct from old.ticket_url)
  execute function public.refuse_insecure_ticket_url();
