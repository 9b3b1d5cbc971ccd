-- What functions answer; TypeScript has each as a union of these (npm run types).

create type public.start_campaign_outcome as enum ('started', 'nobody', 'changed', 'not-true');
