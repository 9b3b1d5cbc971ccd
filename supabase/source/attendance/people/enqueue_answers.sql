-- Enqueues the emails that answer requests to attend; none to an address that nobody has confirmed.
create function private.enqueue_answers(p_people uuid[]) returns void
language sql
as $$
  insert into public.mails (purpose, person, occurrence)
    select 'request-answered', w.id, 1 + coalesce((
      select max(m.occurrence) from public.mails m where m.purpose = 'request-answered' and m.person = w.id
    ), 0)
    from public.waitlist_entries w
    where w.id = any (p_people) and w.confirmed_at is not null;
$$;
