create type public.change_answers_outcome as enum ('changed', 'not-answered', 'closed', 'nowhere');
create type public.change_question_outcome as enum ('done', 'answered', 'too-many', 'not-found');
create type public.save_question_outcome as enum ('saved', 'changed', 'asks', 'answered', 'too-many', 'not-found');
