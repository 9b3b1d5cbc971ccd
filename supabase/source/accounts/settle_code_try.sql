-- Ends an attempt that begin_code_try has counted. Takes the number of the 30-second step whose code was entered, the
-- digest of a recovery code, or neither. Returns right (the session is verified and proved, and its browser known; each
-- code counts once), used (correct, but used before), wrong, or ended (the attempt or the session is over). The caller
-- may pass a newly sealed secret. Notifies the account, once a day, when no more codes may be tried.
create function public.settle_code_try(
  p_attempt bigint,
  p_session uuid,
  p_step bigint default null,
  p_sealed text default null,
  p_recovery text default null
) returns public.settle_code_try_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
  outcome text := 'wrong';
  own private.admin_sessions;
begin
  update private.factor_tries t set is_settled = true where t.id = p_attempt and not t.is_settled
    returning t.user_id into account;
  if not found then
    return 'ended';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('code ' || account, 0));

  if p_step is not null then
    update private.second_factors f
      set last_step = p_step, sealed_secret = coalesce(p_sealed, f.sealed_secret)
      where f.user_id = account and f.last_step < p_step;
    outcome := case when found then 'right' else 'used' end;
  elsif p_recovery is not null then
    update private.recovery_codes r set used_at = now()
      where r.user_id = account and r.digest = p_recovery and r.used_at is null;
    if found then
      outcome := 'right';
    elsif exists (select from private.recovery_codes r where r.user_id = account and r.digest = p_recovery) then
      outcome := 'used';
    end if;
  end if;

  if outcome = 'right' then
    delete from private.factor_tries t where t.id = p_attempt;
    if p_step is null then
      perform private.note_access(account, 'recovery-code-used', jsonb_build_object(
        'left', (select count(*) from private.recovery_codes r where r.user_id = account and r.used_at is null)
      ));
    end if;
    select * into own from private.admin_sessions s
      where s.id = p_session and s.user_id = account and s.keys = private.credentials_digest(account);
    if not found then
      return 'ended';
    end if;
    update private.admin_sessions s
    set verified_at = coalesce(s.verified_at, now()), proved_at = now(), device_key = null
      where s.id = p_session;
    if own.verified_at is null then
      perform private.note_access(account, 'signed-in', jsonb_build_object('device', own.device));
      perform private.note_device(account, own.device_key, own.device, false);
    end if;
    return 'right';
  end if;

  update private.second_factors f set warned_at = now()
    where f.user_id = account
      and coalesce(f.warned_at <= now() - interval '1 day', true)
      and (
        select count(*) filter (where t.at > now() - interval '15 minutes') >= 5 or count(*) >= 30
        from private.factor_tries t where t.user_id = account
      );
  if found then
    perform private.note_access(account, 'code-refused', '{"reason": "too-many"}');
  end if;
  return outcome;
end;
$$;

grant execute on function public.settle_code_try to service_role;
