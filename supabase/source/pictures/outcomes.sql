-- What functions answer; TypeScript has each as a union of these (npm run types).

create type public.delete_picture_outcome as enum ('deleted', 'used', 'changed', 'not-found');
