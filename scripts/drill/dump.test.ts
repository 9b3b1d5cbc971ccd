import { expect, it } from "vitest";
import { countRows } from "./dump.ts";

const dump = String.raw`--
-- Data for Name: events; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.events (id, title) FROM stdin;
1	A line\nand another
2	COPY public.outbox (id) FROM stdin;
\.

COPY public.outbox (id) FROM stdin;
\.

SELECT pg_catalog.setval('public.outbox_id_seq', 1, false);
COPY auth."users" (id) FROM stdin;
1
\.
`;

it("the rows of a dump are counted by table, those of an empty one too", async () => {
  expect(Object.fromEntries(await countRows(dump.split("\n")))).toEqual({
    "public.events": 2,
    "public.outbox": 0,
    "auth.users": 1,
  });
});
