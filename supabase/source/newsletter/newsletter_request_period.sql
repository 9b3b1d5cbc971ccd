create function private.newsletter_request_period() returns interval
language sql
immutable
parallel safe
return interval '24 hours';

comment on function private.newsletter_request_period() is
  'How long requests to the newsletter provider about an address count.';
