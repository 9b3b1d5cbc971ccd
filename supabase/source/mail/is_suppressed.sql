-- Whether emails with this purpose to the owner of an address are suppressed.
create function private.is_suppressed(p_address_key text, p_purpose text) returns boolean
language plpgsql
stable
as $$
begin
  return exists (
    select from private.mail_suppressions s
    where s.address_key = p_address_key and s.stream = private.mail_stream(p_purpose)
  );
end;
$$;
