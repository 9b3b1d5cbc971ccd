-- Unsubscribes the holder of this link from the newsletter; they can return for 30 days. Returns false when nothing has
-- changed.
create function public.leave_newsletter(p_token_digest text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.newsletter_subscribers s
    set left_at = now(), confirm_by = null
    from private.newsletter_links l
    where l.token_digest = p_token_digest and s.id = l.subscriber_id and s.left_at is null;
  return found;
end;
$$;

grant execute on function public.leave_newsletter to service_role;
