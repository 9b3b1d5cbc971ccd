-- Returns what a helper's phone stores instead of a ticket's code: a digest of the pass id and the code. code-digest.ts
-- computes the same from a scanned code.
create function private.code_digest(p_pass uuid, p_code text) returns text
language sql
stable
return left(encode(sha256(convert_to(p_pass || p_code, 'UTF8')), 'hex'), 32);
