-- Returns the keys of the budgets that a form spends: p_sender has keyed digests of the recipient's mailbox and of the
-- sender's network (recipient, near, far); without it, the digest of the recipient's address as spelled counts.
create function private.budget_keys(p_sender jsonb, p_address_key text) returns jsonb
language sql
immutable
return jsonb_strip_nulls(jsonb_build_object('recipient', p_address_key) || coalesce(p_sender, '{}'));
