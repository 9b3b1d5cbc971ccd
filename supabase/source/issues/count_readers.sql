-- Returns how many people would get an issue of the newsletter now; some of their addresses may be suppressed, which
-- shows when it is sent.
create function public.count_readers() returns bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select count(*) from public.newsletter_subscribers s
    where private.gets_newsletter(s.suspected_spam, s.confirmed_at, s.left_at)
  );
end;
$$;

-- for admins: reads how many people get the newsletter
grant execute on function public.count_readers to authenticated;
