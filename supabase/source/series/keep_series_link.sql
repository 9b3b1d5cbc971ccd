-- Implements keep_mail_link for the emails to subscribers of a series.
create function private.keep_series_link(p_purpose text, p_person uuid, p_token_digest text) returns boolean
language plpgsql
as $$
begin
  if p_purpose not in ('series-confirm', 'series-editions') then
    return false;
  end if;
  insert into private.series_links (token_digest, subscription_id)
    values (p_token_digest, p_person)
    on conflict do nothing;
  return true;
end;
$$;
