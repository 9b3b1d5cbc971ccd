-- Codes of an authenticator app and recovery codes: how they are tried, set up and taken away.

alter table public.second_factors add column warned_at timestamptz;

comment on column public.second_factors.warned_at is 'When the account was last told that somebody tries codes; null before.';

create table public.recovery_codes (
  user_id uuid not null references public.second_factors (user_id) on delete cascade,
  digest text not null constraint digest_is_sha256 check (digest ~ '^[0-9a-f]{64}$'),
  used_at timestamptz,
  primary key (user_id, digest)
);

comment on table public.recovery_codes is 'Codes that stand in for a lost authenticator app, each once. They go with the factor.';
comment on column public.recovery_codes.digest is 'SHA-256 of a random code of 120 bits, in hex.';
comment on column public.recovery_codes.used_at is 'Null while it can be used.';

alter table public.recovery_codes enable row level security;

create table public.factor_tries (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.second_factors (user_id) on delete cascade,
  at timestamptz not null default now(),
  is_settled boolean not null default false
);

comment on table public.factor_tries is 'Codes that were tried and not right, of the last day. Each is counted before it is looked at.';
comment on column public.factor_tries.is_settled is 'Whether its end is written. One that is not counts as refused.';

create index factor_tries_of_an_account on public.factor_tries using btree (user_id, at);

alter table public.factor_tries enable row level security;

create function public.begin_code_try(p_user uuid, p_session uuid)
returns table (attempt bigint, sealed_secret text)
language plpgsql
security definer
set search_path to ''
as $$
#variable_conflict use_column
begin
  if not exists (
    select from public.admin_sessions s
    where s.id = p_session and s.user_id = p_user and s.keys = public.keys_of(p_user)
  ) then
    return;
  end if;

  -- Tries of one account are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('code ' || p_user, 0));
  delete from public.factor_tries t where t.at <= now() - interval '1 day';

  if (
    select count(*) filter (where t.at > now() - interval '15 minutes') >= 5 or count(*) >= 30
    from public.factor_tries t where t.user_id = p_user
  ) then
    return query select 0::bigint, null::text from public.second_factors f where f.user_id = p_user;
    return;
  end if;

  return query
    with begun as (
      insert into public.factor_tries (user_id)
        select f.user_id from public.second_factors f where f.user_id = p_user
        returning id
    )
    select b.id, f.sealed_secret from begun b cross join public.second_factors f where f.user_id = p_user;
end;
$$;

comment on function public.begin_code_try(uuid, uuid) is 'Counts a try of a code and answers its number and the sealed secret that it is compared with; the number is 0 when no code may be tried: an account has 5 refused codes in 15 minutes and 30 in a day. A refused try is not counted, so that it prolongs nothing. No row for a session that has ended, or an account without a second factor.';

revoke all on function public.begin_code_try(uuid, uuid) from public;
grant execute on function public.begin_code_try(uuid, uuid) to service_role;

create function public.settle_code_try(
  p_attempt bigint,
  p_session uuid,
  p_step bigint default null,
  p_sealed text default null,
  p_recovery text default null
)
returns text
language plpgsql
security definer
set search_path to ''
as $$
declare
  account uuid;
  outcome text := 'wrong';
  own public.admin_sessions;
begin
  update public.factor_tries t set is_settled = true where t.id = p_attempt and not t.is_settled
    returning t.user_id into account;
  if not found then
    return 'ended';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('code ' || account, 0));

  if p_step is not null then
    update public.second_factors f
      set last_step = p_step, sealed_secret = coalesce(p_sealed, f.sealed_secret)
      where f.user_id = account and f.last_step < p_step;
    outcome := case when found then 'right' else 'used' end;
  elsif p_recovery is not null then
    update public.recovery_codes r set used_at = now()
      where r.user_id = account and r.digest = p_recovery and r.used_at is null;
    if found then
      outcome := 'right';
    elsif exists (select from public.recovery_codes r where r.user_id = account and r.digest = p_recovery) then
      outcome := 'used';
    end if;
  end if;

  if outcome = 'right' then
    delete from public.factor_tries t where t.id = p_attempt;
    if p_step is null then
      perform public.note_access(account, 'recovery-code-used', jsonb_build_object(
        'left', (select count(*) from public.recovery_codes r where r.user_id = account and r.used_at is null)
      ));
    end if;
    select * into own from public.admin_sessions s
      where s.id = p_session and s.user_id = account and s.keys = public.keys_of(account);
    if not found then
      return 'ended';
    end if;
    update public.admin_sessions s set verified_at = coalesce(s.verified_at, now()), proved_at = now()
      where s.id = p_session;
    if own.verified_at is null then
      perform public.note_access(account, 'signed-in', jsonb_build_object('device', own.device));
    end if;
    return 'right';
  end if;

  update public.second_factors f set warned_at = now()
    where f.user_id = account
      and coalesce(f.warned_at <= now() - interval '1 day', true)
      and (
        select count(*) filter (where t.at > now() - interval '15 minutes') >= 5 or count(*) >= 30
        from public.factor_tries t where t.user_id = account
      );
  if found then
    perform public.note_access(account, 'code-refused', '{"reason": "too-many"}');
  end if;
  return outcome;
end;
$$;

comment on function public.settle_code_try(bigint, uuid, bigint, text, text) is 'Ends a try that begin_code_try has counted, with the 30 seconds whose code it was, the digest of a recovery code, or neither. Answers right (the session is verified and proved; each code counts once), used (right, but used before), wrong, or ended (the try or the session is over). The secret may come sealed anew. The account is told, once a day, when no more codes may be tried.';

revoke all on function public.settle_code_try(bigint, uuid, bigint, text, text) from public;
grant execute on function public.settle_code_try(bigint, uuid, bigint, text, text) to service_role;

create function public.prove_session(p_user uuid, p_session uuid)
returns boolean
language plpgsql
security definer
set search_path to ''
as $$
begin
  update public.admin_sessions s set proved_at = now()
    where s.id = p_session
      and s.user_id = p_user
      and s.keys = public.keys_of(p_user)
      and not exists (select from public.second_factors f where f.user_id = p_user);
  return found;
end;
$$;

comment on function public.prove_session(uuid, uuid) is 'Notes that the password was entered again in a session. Answers false for a session that has ended, and for an account with a second factor, whose code proves (settle_code_try).';

revoke all on function public.prove_session(uuid, uuid) from public;
grant execute on function public.prove_session(uuid, uuid) to service_role;

create function public.set_recovery_codes(p_user uuid, p_digests text[])
returns void
language plpgsql
security definer
set search_path to ''
as $$
begin
  if (select count(distinct d) from unnest(p_digests) d) is distinct from 10 then
    raise exception 'there are ten recovery codes' using errcode = 'invalid_parameter_value';
  end if;
  delete from public.recovery_codes r where r.user_id = p_user;
  insert into public.recovery_codes (user_id, digest) select p_user, d from unnest(p_digests) d;
end;
$$;

comment on function public.set_recovery_codes(uuid, text[]) is 'Gives an account ten recovery codes in place of those before.';

revoke all on function public.set_recovery_codes(uuid, text[]) from public;

create function public.has_recovery_codes(p_user uuid, p_digests text[])
returns boolean
language sql
stable
security definer
set search_path to ''
as $$
  select coalesce(array_agg(r.digest order by r.digest) = (select array_agg(d order by d) from unnest(p_digests) d), false)
  from public.recovery_codes r where r.user_id = p_user;
$$;

comment on function public.has_recovery_codes(uuid, text[]) is 'Whether these are the recovery codes of an account, used or not.';

revoke all on function public.has_recovery_codes(uuid, text[]) from public;

create function public.turn_on_factor(p_sealed text, p_step bigint, p_digests text[])
returns text
language plpgsql
security definer
set search_path to ''
as $$
declare
  own constant uuid := auth.uid();
begin
  perform public.demand_proof();
  insert into public.second_factors (user_id, sealed_secret, last_step) values (own, p_sealed, p_step)
    on conflict (user_id) do nothing;
  if not found then
    return case
      when exists (
        select from public.second_factors f
        where f.user_id = own
          and f.made_at > now() - interval '1 minute'
          and public.has_recovery_codes(own, p_digests)
      ) then 'on'
      else 'on-already'
    end;
  end if;
  perform public.set_recovery_codes(own, p_digests);
  update public.admin_sessions s set verified_at = now(), keys = public.keys_of(own)
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = own;
  perform public.note_access(own, 'factor-on');
  return 'on';
end;
$$;

comment on function public.turn_on_factor(text, bigint, text[]) is 'Gives the caller''s account a second factor whose first code was right, and ten recovery codes; the other sessions of the account end. Answers on, also for the same one sent twice, or on-already.';

revoke all on function public.turn_on_factor(text, bigint, text[]) from public;
grant execute on function public.turn_on_factor(text, bigint, text[]) to authenticated;

create function public.renew_recovery_codes(p_digests text[])
returns boolean
language plpgsql
security definer
set search_path to ''
as $$
declare
  own constant uuid := auth.uid();
begin
  perform public.demand_proof();
  perform from public.second_factors f where f.user_id = own for update;
  if not found then
    return false;
  end if;
  -- Sent twice, it happens once.
  if not public.has_recovery_codes(own, p_digests) then
    perform public.set_recovery_codes(own, p_digests);
    perform public.note_access(own, 'recovery-codes-made');
  end if;
  return true;
end;
$$;

comment on function public.renew_recovery_codes(text[]) is 'Gives the caller''s account ten other recovery codes. Answers false where it has no second factor.';

revoke all on function public.renew_recovery_codes(text[]) from public;
grant execute on function public.renew_recovery_codes(text[]) to authenticated;

create function public.turn_off_factor()
returns boolean
language plpgsql
security definer
set search_path to ''
as $$
declare
  own constant uuid := auth.uid();
begin
  perform public.demand_proof();
  delete from public.second_factors f where f.user_id = own;
  if not found then
    return false;
  end if;
  update public.admin_sessions s set keys = public.keys_of(own)
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = own;
  perform public.note_access(own, 'factor-off');
  return true;
end;
$$;

comment on function public.turn_off_factor() is 'Takes the second factor of the caller''s account away, with its recovery codes; the other sessions of the account end. Answers false where there was none.';

revoke all on function public.turn_off_factor() from public;
grant execute on function public.turn_off_factor() to authenticated;

create function public.own_factor()
returns table (made_at timestamptz, codes_left bigint)
language sql
stable
security definer
set search_path to ''
as $$
  select f.made_at, (select count(*) from public.recovery_codes r where r.user_id = f.user_id and r.used_at is null)
  from public.second_factors f
  where f.user_id = auth.uid() and exists (select from public.admin_standing() s where s.standing in ('open', 'factor'));
$$;

comment on function public.own_factor() is 'Since when the caller has a second factor, and how many recovery codes are left. No row without one.';

revoke all on function public.own_factor() from public;
grant execute on function public.own_factor() to authenticated;
