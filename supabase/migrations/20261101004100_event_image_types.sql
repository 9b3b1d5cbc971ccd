-- The Worker looks into each file; whoever writes to the storage with an admin's token instead must say that it is a picture, and
-- the storage serves it as that.
update storage.buckets
set allowed_mime_types = array['image/avif', 'image/jpeg', 'image/png', 'image/webp']
where id = 'event-images';
