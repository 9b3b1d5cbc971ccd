-- Whether editors see emails with a purpose.
create function private.is_editors_mail(p_purpose text) returns boolean
language sql
stable
return (select p.editors_see from private.mail_purposes p where p.purpose = p_purpose);
