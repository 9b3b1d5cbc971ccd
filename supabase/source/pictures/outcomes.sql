-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.delete_picture_outcome as enum ('deleted', 'used', 'changed', 'not-found');
