-- Returns how many emails of an issue are in which state (uncertain ones were sent without a response and are never
-- sent again), and how many of its readers left the newsletter within a week.
create function public.issue_progress(p_number integer) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'due', count(*) filter (where m.state = 'due'),
      'under_way', count(*) filter (where m.state = 'claimed' or m.state = 'unknown' and m.batch_id is not null),
      'accepted', count(*) filter (where m.state = 'accepted'),
      'bounced', count(*) filter (where m.state = 'bounced'),
      'complained', count(*) filter (where m.state = 'complained'),
      'suppressed', count(*) filter (where m.state = 'refused' and m.last_error = 'suppressed'),
      'refused', count(*) filter (where m.state = 'refused' and m.last_error is distinct from 'suppressed'),
      'uncertain', count(*) filter (where m.state in ('unknown', 'left') and m.batch_id is null),
      'left_within_a_week', count(*) filter (where s.left_at between i.sent_at and i.sent_at + interval '7 days')
    )
    from public.mails m
    join public.newsletter_issues i on i.number = m.occurrence
    left join public.newsletter_subscribers s on s.id = m.person
    where m.purpose = 'newsletter-issue' and m.occurrence = p_number
  );
end;
$$;

-- for admins: reads how many emails of an issue are in which state
grant execute on function public.issue_progress to authenticated;
