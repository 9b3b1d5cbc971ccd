-- Returns the email stream that a purpose belongs to.
create function private.mail_stream(p_purpose text) returns text
language sql
stable
return (select p.stream from private.mail_purposes p where p.purpose = p_purpose);
