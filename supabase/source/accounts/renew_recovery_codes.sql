-- Replaces the recovery codes of the caller's account with ten new ones. Returns false if it has no second factor.
create function public.renew_recovery_codes(p_digests text[]) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant uuid := auth.uid();
begin
  perform private.require_proof();
  perform from private.second_factors f where f.user_id = own for update;
  if not found then
    return false;
  end if;
  -- Idempotent: sending the same codes twice has no further effect.
  if not private.has_recovery_codes(own, p_digests) then
    perform private.set_recovery_codes(own, p_digests);
    perform private.note_access(own, 'recovery-codes-made');
  end if;
  return true;
end;
$$;

-- for admins: writes the caller's own recovery codes, after a fresh proof
grant execute on function public.renew_recovery_codes to authenticated;
