create function public.suppressions_of(p_address_key text) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not public.is_owner() then
    raise exception 'only owners may see to whom no mail is sent' using errcode = 'insufficient_privilege';
  end if;
  return (
    select coalesce(
      jsonb_agg(jsonb_build_object('stream', s.stream, 'reason', s.reason, 'created_at', s.created_at) order by s.stream desc),
      '[]'
    )
    from private.mail_suppressions s
    where s.address_key = p_address_key
  );
end;
$$;

comment on function public.suppressions_of(text) is
  'For owners: returns the streams in which emails to an address, given by its keyed digest, are suppressed, why and since when.';

-- for owners
grant execute on function public.suppressions_of(text) to authenticated;
