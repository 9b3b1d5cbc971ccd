-- For owners: returns the streams in which emails to an address, given by its keyed digest, are suppressed, why and
-- since when.
create function public.suppressions_of(p_address_key text) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_owner();
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('stream', s.stream, 'reason', s.reason, 'created_at', s.created_at) order by s.stream desc
      ),
      '[]'
    )
    from private.mail_suppressions s
    where s.address_key = p_address_key
  );
end;
$$;

-- for owners
grant execute on function public.suppressions_of to authenticated;
