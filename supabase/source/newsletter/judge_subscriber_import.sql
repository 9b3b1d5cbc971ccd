-- Judges which people of a file are already subscribed; refuses those who have left and those whose address is
-- suppressed. Suspected spam counts as there. Of those who left according to the file, finds who was imported before
-- and has neither confirmed nor signed up here.
create function private.judge_subscriber_import(p_import uuid) returns void
language plpgsql
as $$
begin
  update private.import_rows r
    set state = case when known.refusal is null then 'there' else 'refused' end, refusal = known.refusal
    from (
      select
        l.line,
        (case
          when exists (
            select from private.mail_suppressions m where m.address_key = l.address_key and m.stream <> 'keys'
          )
            then 'suppressed'
          when s.left_at is not null then 'left'
        end)::public.import_refusal as refusal,
        s.id is not null as is_there
      from private.import_rows l
      left join lateral (
        select s.id, s.left_at
        from public.newsletter_subscribers s
        where lower(s.email) = lower(l.email)
        order by s.suspected_spam
        limit 1
      ) s on true
      where l.import_id = p_import and l.state = 'new'
    ) known
    where r.import_id = p_import and r.line = known.line and (known.refusal is not null or known.is_there);
  update private.import_rows r
    set row_id = s.id
    from public.newsletter_subscribers s
    where r.import_id = p_import and r.refusal = 'departed' and r.made_at is null and lower(s.email) = lower(r.email)
      and not s.suspected_spam and s.imported_from is not null and s.consent_version is null
      and s.confirmed_at is null and s.left_at is null;
end;
$$;
