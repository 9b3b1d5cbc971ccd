-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.change_newsletter_address_outcome as enum ('asked', 'same', 'too-many', 'nowhere');
create type public.confirm_newsletter_address_outcome as enum ('changed', 'refused', 'nowhere');
create type public.confirm_subscription_outcome as enum ('confirmed', 'refused', 'nowhere');
create type public.keep_for_provider_outcome as enum ('kept', 'full');
create type public.return_to_newsletter_outcome as enum ('back', 'refused', 'nowhere');
create type public.subscribe_outcome as enum ('subscribed', 'already-subscribed', 'full');
