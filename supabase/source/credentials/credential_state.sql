-- Returns whether a credential was issued, for a sample event or another one, and whether it has been revoked since.
create function public.credential_state(p_id uuid) returns public.credential_state
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select (
      case when c.taken_back_at is not null then 'taken-back' when c.is_sample then 'sample' else 'issued' end
    )::public.credential_state
    from public.credentials c
    where c.id = p_id
  ),
  'unknown'
);

grant execute on function public.credential_state to service_role;
