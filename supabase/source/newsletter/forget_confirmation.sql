-- Trigger: when an address changes, links sent to the old one become invalid, and an address corrected by an admin has
-- to be confirmed again.
create function private.forget_confirmation() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if lower(new.email) = lower(old.email) then
    return new;
  end if;
  delete from private.newsletter_links l where l.subscriber_id = old.id;
  if new.link_generation = old.link_generation then
    new.link_generation := old.link_generation + 1;
    new.confirmed_at := null;
    new.confirmation_asked_at := null;
  end if;
  return new;
end;
$$;
