-- How long requests to the newsletter provider about an address count.
create function private.newsletter_request_period() returns interval
language sql
immutable
parallel safe
return interval '24 hours';
