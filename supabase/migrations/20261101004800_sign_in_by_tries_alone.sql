-- Only the Worker of the release before begin_sign_in and settle_sign_in called these.
drop function public.sign_in_allowed(text, text);
drop function public.record_sign_in(text, text, boolean);
