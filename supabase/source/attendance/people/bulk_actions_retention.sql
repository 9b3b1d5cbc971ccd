-- Returns how long it is kept to which people of an event something was done at once.
create function private.bulk_actions_retention()
  returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values ('bulkAction', interval '24 hours', 'private.bulk_actions', 't.made_at <= now() - $1', null);
$$;
