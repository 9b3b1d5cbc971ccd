-- Returns 128 random bits in 32 of the letters and digits that the log of requests masks.
create function private.new_link_secret() returns text
language sql
return translate(
  left(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'), 32),
  '0189',
  'ghij'
);
