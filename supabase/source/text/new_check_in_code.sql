-- Returns eight letters for check-in, none of which looks like a digit or another letter; there are about 2 to the 35th
-- of them.
create function private.new_check_in_code() returns text
language plpgsql
as $$
begin
  return (
    select string_agg(substr('ABCDEFGHJKMNPQRTUVWXYZ', get_byte(random.bytes, place) % 22 + 1, 1), '' order by place)
    from (select decode(md5(gen_random_uuid()::text || gen_random_uuid()::text), 'hex') as bytes) random
    cross join generate_series(0, 7) as place
  );
end;
$$;
