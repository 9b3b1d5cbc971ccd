-- Returns how long talk proposals are kept.
create function private.proposals_retention() returns table (
  kind text, period interval, relation text, expired text, change text
)
language sql
immutable
as $$
  values
    ('unconfirmedSubscriber', private.unconfirmed_period(), 'private.talk_proposals', 't.confirm_by <= now()', null),
    (
      'proposal',
      interval '90 days',
      'private.talk_proposals',
      't.confirmed_at is not null and case t.state when ''declined'' then t.decided_at else (
        select e.over_at from public.events e where e.id = t.event_id and e.status <> ''postponed''
      ) end <= now() - $1',
      null
    );
$$;
