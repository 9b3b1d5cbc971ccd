-- Returns how often the budgets of a mailbox were spent from.
create function private.budgets_personal_data(p_mail_key text, p_recipient_key text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'counters', jsonb_build_object(
      'spending', (
        select count(*)
        from private.spending s
        where s.who = 'recipient' and left(s.key, 32) in (p_mail_key, p_recipient_key)
      )
    )
  );
$$;
