create function private.code_digest(p_pass uuid, p_code text) returns text
language sql
stable
return left(encode(sha256(convert_to(p_pass || p_code, 'UTF8')), 'hex'), 32);

comment on function private.code_digest(uuid, text) is
  'What a helper''s phone holds in place of a ticket''s code: of the id of the pass and the code. code-digest.ts makes the same of a code that is scanned.';
