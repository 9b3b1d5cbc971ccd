create table public.pictures (
  id uuid default gen_random_uuid() primary key,
  path text not null unique,
  alt text not null,
  width integer not null,
  height integer not null,
  bytes integer,
  focus text not null default 'center',
  search_text text generated always as (public.fold(alt)) stored not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint alt_has_1_to_300_characters check (
    btrim(alt) <> '' and public.visible_length(alt) <= 300 and alt !~ '[[:cntrl:]]'
  ),
  constraint focus_is_a_ninth check (
    focus in ('top left', 'top', 'top right', 'left', 'center', 'right', 'bottom left', 'bottom', 'bottom right')
  ),
  constraint path_is_of_an_upload check (
    path ~ '^/uploads/[0-9a-f]{32}(-[0-9]{1,5}x[0-9]{1,5})?(_[0-9]{1,5}){0,9}(_mail)?\.(jpg|png|webp|avif)$'
  ),
  constraint pictures_bytes_check check (bytes between 1 and 5242880),
  constraint pictures_height_check check (height between 1 and 20000),
  constraint pictures_width_check check (width between 1 and 20000)
);

comment on table public.pictures is
  'Pictures of the site. The path contains the size of the file, the widths of the WebP files beside it, and whether a'
  ' JPEG for emails is there: /uploads/{id}-{width}x{height}_{width}_{width}_mail.jpg.';
comment on column public.pictures.alt is
  'What it shows, for people who cannot see it. Whatever shows the picture has its own copy, which may differ.';
comment on column public.pictures.bytes is 'Size of the file itself; null if unknown.';
comment on column public.pictures.focus is 'The ninth of the picture that remains visible when it is cropped.';
comment on column public.pictures.search_text is 'Folded description, which the list in the admin area searches.';

create index pictures_by_age on public.pictures (created_at desc, id);

alter table public.pictures enable row level security;
