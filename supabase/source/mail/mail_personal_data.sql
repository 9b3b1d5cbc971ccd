-- Returns the emails to the owner of an address, and the number of streams that are suppressed for it.
create function private.mail_personal_data(p_address text, p_mail_key text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'mails', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'purpose', m.purpose, 'state', m.state, 'created_at', m.created_at, 'settled_at', m.settled_at
          )
          order by m.created_at, m.id
        ),
        '[]'
      )
      from public.mails m
      where m.id in (select private.mails_to(p_address, p_mail_key))
    ),
    'counters', jsonb_build_object(
      'mail_suppressions', (select count(*) from private.mail_suppressions s where s.address_key = p_mail_key)
    )
  );
$$;
