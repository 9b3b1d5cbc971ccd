-- For admins: returns a picture with everything that shows it: {its columns, uses}, uses as in picture_uses; null when
-- there is none.
create function public.admin_picture(p_id uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select to_jsonb(p) - 'search_text' || jsonb_build_object('uses', private.picture_uses(p.path))
    from public.pictures p
    where p.id = p_id
  );
end;
$$;

-- for admins: reads a picture and what shows it
grant execute on function public.admin_picture to authenticated;
