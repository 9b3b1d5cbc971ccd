create function private.note_told() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.waitlist_entries w
    set told_at = now()
    from public.tellings t
    where t.id = new.occasion and t.kind = 'tickets-open' and w.id = new.person and w.told_at is null;
  return null;
end;
$$;

comment on function private.note_told() is
  'Trigger: whose mail that tickets are open was accepted, or may have arrived and was left at that, has been told, and is not told again by hand.';
