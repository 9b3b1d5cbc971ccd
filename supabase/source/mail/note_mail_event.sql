-- Records what the provider reports about one of its emails, or the type of an event that this version does not know.
-- Returns false for what is already recorded.
create function public.note_mail_event(p_id text, p_provider_id text, p_kind text, p_at timestamptz) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.mail_events (id, provider_id, kind, at)
    values (p_id, p_provider_id, p_kind, p_at)
    on conflict do nothing;
  if not found then
    return false;
  end if;
  perform private.handle_mail_events(p_provider_id);
  return true;
end;
$$;

grant execute on function public.note_mail_event to service_role;
