create function private.focus_of_picture(p_path text) returns text
language sql
stable
return (select p.focus from public.pictures p where p.path = p_path);

comment on function private.focus_of_picture(text) is
  'The ninth of a picture that stays in sight where it is cropped; null for one that is not, or no longer, in the library.';
