-- An offer whose mail did not arrive has no deadline, and an admin decides.

create or replace function public.note_offer()
 returns trigger
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  update public.reservations r
    set offer_ends_at = case
      when new.state <> 'bounced' then public.offer_deadline(now(), e.offer_hours, least(e.sign_up_closes_at, e.starts_at))
    end
    from public.events e
    where r.id = new.person
      and e.id = r.event_id
      and r.state = 'offered'
      and r.offers = new.occasion
      and (r.offer_ends_at is null) = (new.state <> 'bounced');
  return null;
end;
$function$;

comment on function public.note_offer() is 'Trigger: the deadline of an offer starts when the sender has accepted its mail, or an admin takes it that it arrived. It ends when the mail comes back.';

revoke all on function public.note_offer() from public;

drop trigger note_offer on public.mails;
create trigger note_offer after update of state on public.mails for each row when (new.purpose = 'place-offer' and new.state in ('accepted', 'left', 'bounced') and old.state <> new.state) execute function public.note_offer();

create function public.troubled_offers()
 returns table(id uuid, event_id uuid, mail_state text, last_error text)
 language sql
 stable
 set search_path = ''
as $function$
  select r.id, r.event_id, m.state, m.last_error
  from public.reservations r
  left join public.mails m on m.purpose = 'place-offer' and m.person = r.id and m.occasion = r.offers
  where r.state = 'offered'
    and r.offer_ends_at is null
    and m.next_attempt_at is null
    and m.state is distinct from 'claimed';
$function$;

comment on function public.troubled_offers() is 'Offers without a deadline whose mail is not on its way: refused, bounced, uncertain, dropped, or gone (null).';

revoke all on function public.troubled_offers() from public;
