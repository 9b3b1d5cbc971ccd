-- Returns what the page behind a link shows: a subscription (waiting for its confirmation, subscribed, left), a new
-- address to be confirmed (changing), or that the link leads nowhere.
create function public.newsletter_page(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select (
      to_jsonb(s) - array[
        'id', 'suspected_spam', 'updated_at', 'search_text', 'link_generation', 'confirmation_asked_at'
      ]
    ) || jsonb_build_object(
      'state', case
        when s.left_at is not null then 'left'
        when s.confirmed_at is null then 'waiting'
        else 'subscribed'
      end,
      'changes', (
        select coalesce(
          jsonb_agg(jsonb_build_object('email', c.email, 'requested_at', c.requested_at) order by c.requested_at), '[]'
        )
        from private.newsletter_address_changes c
        where c.subscriber_id = s.id and c.confirmed_at is null
      ),
      'mails', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('purpose', m.purpose, 'state', m.state, 'created_at', m.created_at)
            order by m.created_at, m.id
          ),
          '[]'
        )
        from public.mails m
        where m.person = s.id
      )
    )
    from private.newsletter_links l
    join public.newsletter_subscribers s on s.id = l.subscriber_id
    where l.token_digest = p_token_digest
  ),
  (
    select jsonb_build_object('state', 'changing', 'email', c.email)
    from private.newsletter_address_changes c
    where c.token_digest = p_token_digest
      and c.confirmed_at is null
      and c.requested_at > now() - private.newsletter_address_change_period()
  ),
  jsonb_build_object('state', 'nowhere')
);

grant execute on function public.newsletter_page to service_role;
