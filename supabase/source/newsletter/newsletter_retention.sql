-- Returns how long the newsletter keeps addresses that are unconfirmed or have left, and the data that belongs to them.
create function private.newsletter_retention() returns table (
  kind text, period interval, relation text, expired text, change text
)
language sql
immutable
as $$
  values
    (
      'spam',
      private.spam_period(),
      'public.newsletter_subscribers',
      't.suspected_spam and t.created_at <= now() - $1',
      null
    ),
    (
      'unconfirmedSubscriber',
      private.unconfirmed_period(),
      'public.newsletter_subscribers',
      't.confirmed_at is null and t.confirm_by <= now()',
      null
    ),
    (
      'keptForProvider',
      private.kept_for_provider_period(),
      'public.newsletter_subscribers',
      't.confirmed_at is null and t.keep_until <= now()',
      null
    ),
    (
      'departedSubscriber',
      interval '30 days',
      'public.newsletter_subscribers',
      't.left_at <= now() - $1 and coalesce(t.confirm_by, now()) <= now()',
      null
    ),
    (
      'addressChange', private.newsletter_address_change_period(), 'private.newsletter_address_changes',
      't.requested_at <= now() - $1', null
    ),
    (
      'newsletterRequest', private.newsletter_request_period(), 'private.newsletter_requests',
      't.last_asked_at <= now() - $1', null
    );
$$;
