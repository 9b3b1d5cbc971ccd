create function private.spam_period() returns interval
language sql
immutable
parallel safe
return interval '30 days';

comment on function private.spam_period() is 'How long it is kept what is suspected or marked as spam.';
