-- Records the browser of an admin who has just signed in. The account is notified of a browser it has not used in the
-- last 90 days, except on the first sign-in (p_is_first).
create function private.note_device(p_user uuid, p_device_key text, p_device text, p_is_first boolean) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if p_device_key is null then
    return;
  end if;
  insert into private.known_devices (user_id, device_key) values (p_user, p_device_key) on conflict do nothing;
  if found and not p_is_first then
    perform private.note_access(p_user, 'new-device', jsonb_build_object('device', p_device));
  end if;
  update private.known_devices k set last_used_at = now() where k.user_id = p_user and k.device_key = p_device_key;
  delete from private.known_devices k where k.last_used_at <= now() - private.known_period();
end;
$$;
