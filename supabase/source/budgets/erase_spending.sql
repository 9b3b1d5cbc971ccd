-- Erases what was spent from the budgets of a mailbox.
create function private.erase_spending(p_mail_key text, p_recipient_key text) returns void
language sql
as $$
  delete from private.spending s where s.who = 'recipient' and left(s.key, 32) in (p_mail_key, p_recipient_key);
$$;
