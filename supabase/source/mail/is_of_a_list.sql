create function private.is_of_a_list(mail public.mails) returns boolean
language sql
stable
return mail.purpose in ('waitlist-receipt', 'waitlist-lost-link', 'waitlist-new-link', 'waitlist-address-confirmed') and not exists (
  select from public.reservations r where r.id = mail.person and r.state <> 'waiting'
);

comment on function private.is_of_a_list(public.mails) is
  'Whether an email is a waitlist receipt or contains the link to an entry without a spot; the number of an event''s spots does not limit these.';
