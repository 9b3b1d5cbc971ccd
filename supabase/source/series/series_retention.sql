-- Returns how long unconfirmed series subscriptions are kept.
create function private.series_retention() returns table (
  kind text, period interval, relation text, expired text, change text
)
language sql
immutable
as $$
  values
    (
      'unconfirmedSubscriber', private.unconfirmed_period(), 'private.series_subscriptions', 't.confirm_by <= now()',
      null
    );
$$;
