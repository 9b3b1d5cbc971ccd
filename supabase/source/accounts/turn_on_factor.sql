-- Gives the caller's account a second factor whose first code was correct, and ten recovery codes; the other sessions
-- of the account end. Returns on (also when the same request is sent twice) or on-already.
create function public.turn_on_factor(
  p_sealed text,
  p_step bigint,
  p_digests text[]
) returns public.turn_on_factor_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant uuid := auth.uid();
begin
  perform private.require_proof();
  insert into private.second_factors (user_id, sealed_secret, last_step) values (own, p_sealed, p_step)
    on conflict (user_id) do nothing;
  if not found then
    return case
      when exists (
        select from private.second_factors f
        where f.user_id = own
          and f.made_at > now() - interval '1 minute'
          and private.has_recovery_codes(own, p_digests)
      ) then 'on'
      else 'on-already'
    end;
  end if;
  perform private.set_recovery_codes(own, p_digests);
  update private.admin_sessions s set verified_at = now(), keys = private.credentials_digest(own)
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = own;
  perform private.note_access(own, 'factor-on');
  return 'on';
end;
$$;

-- for admins: writes the caller's own second factor, after a fresh proof
grant execute on function public.turn_on_factor to authenticated;
