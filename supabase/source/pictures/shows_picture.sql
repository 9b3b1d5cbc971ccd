-- Whether a text contains the path of a picture or of one of its smaller versions.
create function private.shows_picture(p_text text, p_path text) returns boolean
language sql
immutable
return strpos(p_text, substring(p_path from '[0-9a-f]{32}')) > 0;
