-- Implements keep_mail_link for the emails to subscribers of a series.
create function private.keep_series_link(p_person uuid, p_token_digest text) returns void
language sql
as $$
  insert into private.series_links (token_digest, subscription_id)
    values (p_token_digest, p_person)
    on conflict do nothing;
$$;
