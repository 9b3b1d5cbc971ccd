-- Returns how many emails, without those of newsletter issues, were sent in the last 24 hours or are being sent.
create function private.mails_of_a_day() returns bigint
language sql
stable
return (
  select count(*)
  from public.mails m
  where m.created_at > now() - interval '5 days'
    and m.purpose <> 'newsletter-issue'
    and (m.frozen_at > now() - interval '24 hours' or (m.state = 'claimed' and m.frozen_at is null))
);
