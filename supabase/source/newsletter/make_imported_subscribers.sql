-- Adds the new people of a file to the list, unconfirmed, with the source and what they agreed to there. They get no
-- email until an owner asks them to confirm. Who left according to the file has left here, too, unless they have
-- confirmed or signed up here.
create function private.make_imported_subscribers(p_import private.imports) returns table (
  line integer, row_id uuid, made_at timestamptz
)
language sql
as $$
  with given as materialized (
    select r.line, gen_random_uuid() as id, r.email, (r.checked ->> 'subscribed_at')::timestamptz as requested_at
    from private.import_rows r
    where r.import_id = p_import.id and r.state = 'new'
    order by r.line
  ),
  made as (
    insert into public.newsletter_subscribers (id, email, imported_from, agreed_text, requested_at)
      select g.id, g.email, p_import.source, p_import.agreed_text, g.requested_at from given g
      on conflict do nothing
      returning id, updated_at
  ),
  departed as (
    update public.newsletter_subscribers s
      set left_at = now()
      from private.import_rows r
      where r.import_id = p_import.id and r.refusal = 'departed' and s.id = r.row_id
        and s.confirmed_at is null and s.consent_version is null and s.left_at is null
      returning r.line, s.id, s.updated_at
  ),
  unsent as (
    delete from public.mails m
      using departed d
      where m.person = d.id and m.purpose = 'newsletter-confirm' and m.next_attempt_at is not null
  )
  select g.line, m.id, m.updated_at from made m join given g using (id)
  union all
  select d.line, d.id, d.updated_at from departed d;
$$;
