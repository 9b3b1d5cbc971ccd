-- Returns the ninth of the picture that remains visible when it is cropped; null if the picture is not in the library.
create function private.focus_of_picture(p_path text) returns text
language sql
stable
return (select p.focus from public.pictures p where p.path = p_path);
