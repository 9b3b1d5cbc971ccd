create function private.is_of_a_list(mail public.mails) returns boolean
language sql
stable
return mail.purpose in ('waitlist-receipt', 'waitlist-lost-link', 'waitlist-new-link', 'waitlist-address-confirmed') and not exists (
  select from public.reservations r where r.id = mail.person and r.state <> 'waiting'
);

comment on function private.is_of_a_list(public.mails) is
  'Whether a mail is the receipt of a plain waitlist or of the line, or has the link to such an entry: no spots of an event bound these.';
