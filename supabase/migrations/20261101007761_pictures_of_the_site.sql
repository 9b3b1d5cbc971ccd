-- Visitors read no table of pictures: the settings of the site have copies of what the library says of those that it shows, in the
-- keys …_alt and …_focus beside the one with the address. Whoever changes a picture changes the copies, an editor too.
create function public.copy_picture_to_site()
 returns trigger
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  update public.site_settings s
  set settings = s.settings || (
    select jsonb_object_agg(each.key || '_alt', new.alt) || jsonb_object_agg(each.key || '_focus', new.focus)
    from jsonb_each_text(s.settings) each
    where each.value = new.path
  )
  where exists (select from jsonb_each_text(s.settings) each where each.value = new.path);
  return null;
end;
$function$;

comment on function public.copy_picture_to_site() is 'Keeps what the site says of a picture as the library says it.';
revoke all on function public.copy_picture_to_site() from public, anon, authenticated, service_role;

create trigger copy_to_site after update of alt, focus on public.pictures
  for each row when (old.alt is distinct from new.alt or old.focus is distinct from new.focus)
  execute function public.copy_picture_to_site();
