-- Counts the bytes of a message or suggestion, and returns whether its network has sent so many today that it is kept
-- as suspected spam.
create function private.is_too_much(p_keys jsonb, p_bytes bigint) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  return private.spend('{bytes}', p_keys, p_bytes) is not null
    -- While half of the site's bytes are used, less is enough.
    or (
      private.left_of('bytes-reserve') < (
        select r.most / 2 from private.budget_rules r where r.what = 'bytes-reserve' and r.who = 'site'
      )
      and private.spend('{bytes-under-pressure}', p_keys, p_bytes) is not null
    );
end;
$$;
