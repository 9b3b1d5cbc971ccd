-- Removes a picture that is not used anywhere from the library; the caller must delete its files. p_version is the
-- updated_at that the admin saw. Returns deleted, used, changed or not-found.
create function public.delete_picture(p_id uuid, p_version timestamptz) returns public.delete_picture_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  picture public.pictures;
begin
  perform private.require_admin();
  select * into picture from public.pictures p where p.id = p_id for update;
  if not found then
    return 'not-found';
  elsif picture.updated_at is distinct from p_version then
    return 'changed';
  elsif private.picture_uses(picture.path) <> '[]' then
    return 'used';
  end if;
  delete from public.pictures p where p.id = p_id;
  return 'deleted';
end;
$$;

-- for admins: writes the deletion of a picture that is not used
grant execute on function public.delete_picture to authenticated;
