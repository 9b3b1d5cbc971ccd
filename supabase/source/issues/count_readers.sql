create function public.count_readers() returns bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception 'only admins may see how many people get an issue' using errcode = 'insufficient_privilege';
  end if;
  return (
    select count(*) from public.newsletter_subscribers s
    where private.gets_newsletter(s.suspected_spam, s.confirmed_at, s.left_at)
  );
end;
$$;

comment on function public.count_readers() is
  'Returns how many people would get an issue of the newsletter now; some of their addresses may be suppressed, which shows when it is sent.';

-- for admins: reads how many people get the newsletter
grant execute on function public.count_readers() to authenticated;
