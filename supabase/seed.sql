-- Sample content. Replace it in /admin before the site opens.
-- Running the file a second time changes nothing.

insert into public.education_tabs (tab_key, label, is_active, display_order)
values
  ('resources', 'Resources', true, 1),
  ('media', 'Media', true, 2),
  ('courses', 'Courses', true, 3),
  ('glossary', 'Glossary', true, 4),
  ('archive', 'Archive', false, 5)
on conflict do nothing;

insert into public.education_resources
  (id, tab_key, title, description, url, icon_name, resource_type, is_published, display_order)
values
  (
    '00000000-0000-4000-8000-000000000101', 'resources',
    'Bitcoin: A Peer-to-Peer Electronic Cash System',
    'The nine pages from 2008 that started it. Read sections 1 to 6 first; the mathematics can wait.',
    'https://bitcoin.org/bitcoin.pdf', 'BookText', 'resource_card', true, 1
  ),
  (
    '00000000-0000-4000-8000-000000000102', 'resources',
    'Blockchain Technology Overview (NISTIR 8202)',
    'A sober introduction by the National Institute of Standards and Technology: how the parts work, where the limits are, and which claims are misconceptions.',
    'https://csrc.nist.gov/pubs/ir/8202/final', 'BookText', 'resource_card', true, 2
  ),
  (
    '00000000-0000-4000-8000-000000000103', 'resources',
    'ethereum.org: Learn',
    'From “what is a wallet” to smart contracts, written by many contributors and translated into many languages.',
    'https://ethereum.org/en/learn/', 'BookOpen', 'resource_card', true, 3
  ),
  (
    '00000000-0000-4000-8000-000000000104', 'resources',
    'Ethereum Whitepaper',
    'Vitalik Buterin’s proposal for a ledger that runs programs. Historical in its details, still the clearest statement of the idea.',
    'https://ethereum.org/en/whitepaper/', 'BookText', 'resource_card', true, 4
  ),
  (
    '00000000-0000-4000-8000-000000000105', 'resources',
    'Learn Me a Bitcoin',
    'How Bitcoin works, from beginners’ explanations to the bytes of a transaction, with diagrams and small tools.',
    'https://learnmeabitcoin.com/', 'BookOpen', 'resource_card', true, 5
  ),
  (
    '00000000-0000-4000-8000-000000000106', 'resources',
    'Mastering Bitcoin',
    'The source text of the technical handbook by Andreas M. Antonopoulos and David A. Harding. For readers who are not afraid of code.',
    'https://github.com/bitcoinbook/bitcoinbook', 'BookOpen', 'resource_card', true, 6
  ),
  (
    '00000000-0000-4000-8000-000000000107', 'resources',
    'Mastering Ethereum',
    'The source text of the developers’ handbook begun by Andreas M. Antonopoulos and Gavin Wood: accounts, contracts, tokens and their security.',
    'https://github.com/ethereumbook/ethereumbook', 'BookOpen', 'resource_card', true, 7
  ),
  (
    '00000000-0000-4000-8000-000000000108', 'resources',
    'Bitcoin Developer Documentation',
    'Guides and reference for the protocol as software speaks it: transactions, blocks, wallets and the network.',
    'https://developer.bitcoin.org/', 'BookText', 'resource_card', true, 8
  ),
  (
    '00000000-0000-4000-8000-000000000109', 'resources',
    'Bitcoin Design Guide',
    'How to design wallets that people understand. Useful for anyone who wants to know what a good wallet should explain.',
    'https://bitcoin.design/guide/', 'BookOpen', 'resource_card', true, 9
  ),
  (
    '00000000-0000-4000-8000-000000000110', 'resources',
    'Bitcoin Optech',
    'A weekly newsletter that summarizes technical work on Bitcoin, with links to the sources.',
    'https://bitcoinops.org/', 'BookText', 'compact', true, 10
  ),
  (
    '00000000-0000-4000-8000-000000000111', 'resources',
    'Vitalik Buterin’s website',
    'Essays by Ethereum’s founder on protocols, voting, privacy and public goods, from accessible to demanding.',
    'https://vitalik.eth.limo/', 'BookOpen', 'compact', true, 11
  ),
  (
    '00000000-0000-4000-8000-000000000112', 'resources',
    'Satoshi Nakamoto Institute',
    'An archive of Satoshi Nakamoto’s emails and forum posts, and of the older texts on digital cash that came before.',
    'https://nakamotoinstitute.org/', 'BookText', 'compact', true, 12
  ),
  (
    '00000000-0000-4000-8000-000000000113', 'resources',
    'The Bitcoin Lightning Network',
    'The 2016 paper by Joseph Poon and Thaddeus Dryja on payments that settle on the chain only when they need to.',
    'https://lightning.network/lightning-network-paper.pdf', 'BookText', 'resource_card', false, 13
  ),
  (
    '00000000-0000-4000-8000-000000000201', 'media',
    'But how does bitcoin actually work?',
    'An animated explanation by 3Blue1Brown that builds the system from a shared ledger, one step at a time. Under half an hour, no background needed.',
    'https://www.youtube.com/watch?v=bBC-nXj3Ng4', 'Youtube', 'resource_card', true, 1
  ),
  (
    '00000000-0000-4000-8000-000000000202', 'media',
    'Blockchain 101: A Visual Demo',
    'Anders Brownworth shows hashes, blocks and a chain that breaks, live in a browser.',
    'https://www.youtube.com/watch?v=_160oMzblY8', 'Youtube', 'resource_card', true, 2
  ),
  (
    '00000000-0000-4000-8000-000000000203', 'media',
    'Blockchain Demo',
    'The page from the video, to try for yourself: change one letter and watch what follows.',
    'https://andersbrownworth.com/blockchain/', 'BookOpen', 'resource_card', true, 3
  ),
  (
    '00000000-0000-4000-8000-000000000204', 'media',
    'Blockchain and Money: Introduction',
    'The first lecture of Gary Gensler’s course at MIT, held in 2018. Good at asking what the technology is for.',
    'https://www.youtube.com/watch?v=EH6vE97qIP4', 'Youtube', 'resource_card', true, 4
  ),
  (
    '00000000-0000-4000-8000-000000000205', 'media',
    'Unchained',
    'A podcast in which journalist Laura Shin interviews people from all parts of the field, critics included.',
    'https://unchainedcrypto.com/', 'Headphones', 'resource_card', true, 5
  ),
  (
    '00000000-0000-4000-8000-000000000206', 'media',
    'What Bitcoin Did',
    'Long conversations about Bitcoin and money. Most guests are advocates; listen with that in mind.',
    'https://www.whatbitcoindid.com/', 'Headphones', 'resource_card', true, 6
  ),
  (
    '00000000-0000-4000-8000-000000000207', 'media',
    'Zero Knowledge Podcast',
    'Interviews with researchers and builders about cryptography, above all zero-knowledge proofs. Technical, and patient with listeners.',
    'https://zeroknowledge.fm/', 'Headphones', 'compact', true, 7
  ),
  (
    '00000000-0000-4000-8000-000000000208', 'media',
    'Chaincode Podcast',
    'Developers of Bitcoin describe how the software came to be the way it is. For listeners who know the basics.',
    'https://podcast.chaincode.com/', 'Headphones', 'compact', true, 8
  ),
  (
    '00000000-0000-4000-8000-000000000301', 'courses',
    'Blockchain and Money (MIT 15.S12)',
    'A complete course from MIT OpenCourseWare with videos, slides and readings. Economics and policy as much as technology.',
    'https://ocw.mit.edu/courses/15-s12-blockchain-and-money-fall-2018/', 'GraduationCap', 'resource_card', true, 1
  ),
  (
    '00000000-0000-4000-8000-000000000302', 'courses',
    'Bitcoin and Cryptocurrency Technologies (Princeton)',
    'The textbook and lectures by Arvind Narayanan and colleagues. From 2016, and still a thorough foundation.',
    'https://bitcoinbook.cs.princeton.edu/', 'GraduationCap', 'resource_card', true, 2
  ),
  (
    '00000000-0000-4000-8000-000000000303', 'courses',
    'Bitcoin for Everybody (Saylor Academy PRDV151)',
    'A self-paced introduction to the history, economics and use of Bitcoin, free with an account. Its point of view is favorable to Bitcoin.',
    'https://learn.saylor.org/course/PRDV151', 'GraduationCap', 'resource_card', true, 3
  ),
  (
    '00000000-0000-4000-8000-000000000304', 'courses',
    'Cryptocurrencies and Blockchain Technologies (Stanford CS251)',
    'Materials of Stanford’s course for computer science students: consensus, contracts, privacy and scaling. Demanding.',
    'https://cs251.stanford.edu/', 'GraduationCap', 'resource_card', true, 4
  ),
  (
    '00000000-0000-4000-8000-000000000305', 'courses',
    'CryptoZombies',
    'Learn to write smart contracts in the browser by building a small game. A gentle start with Solidity.',
    'https://cryptozombies.io/', 'GraduationCap', 'resource_card', true, 5
  ),
  (
    '00000000-0000-4000-8000-000000000306', 'courses',
    'Speedrun Ethereum',
    'A series of challenges in which you build small decentralized applications. For people who can already program.',
    'https://speedrunethereum.com/', 'GraduationCap', 'resource_card', true, 6
  ),
  (
    '00000000-0000-4000-8000-000000000307', 'courses',
    'Cyfrin Updraft',
    'Video courses on smart contract development and security, from first steps to auditing.',
    'https://updraft.cyfrin.io/', 'GraduationCap', 'compact', true, 7
  ),
  (
    '00000000-0000-4000-8000-000000000401', 'glossary',
    'ethereum.org Glossary',
    'Short definitions of the words used around Ethereum, each linked to a longer explanation.',
    'https://ethereum.org/en/glossary/', 'BookText', 'compact', true, 1
  ),
  (
    '00000000-0000-4000-8000-000000000402', 'glossary',
    'Bitcoin vocabulary',
    'One page of basic terms in everyday language, from address to wallet.',
    'https://bitcoin.org/en/vocabulary', 'BookText', 'compact', true, 2
  ),
  (
    '00000000-0000-4000-8000-000000000403', 'glossary',
    'Bitcoin Optech: Topics',
    'An index of technical subjects with a summary of each and references to where it was discussed.',
    'https://bitcoinops.org/en/topics/', 'BookOpen', 'compact', true, 3
  ),
  (
    '00000000-0000-4000-8000-000000000404', 'glossary',
    'NIST Computer Security Glossary',
    'Official definitions of security terms such as hash, digital signature and blockchain, with the documents they come from.',
    'https://csrc.nist.gov/glossary', 'BookText', 'compact', true, 4
  )
on conflict do nothing;

insert into public.places (id, key, name, city, island)
values ('00000000-0000-4000-8000-000000005501', 'co-working-space-in-kahala', 'Co-working space in Kahala', 'Honolulu', 'oahu')
on conflict do nothing;

-- Honolulu is ten hours behind UTC all year. The ticket link of bitcoin is a sample and leads to no shop.
insert into public.events
  (
    key, title, starts_at, ends_at, date_precision, time_note, place, place_id, attendee_limit, summary, about,
    ticket_url, poster_path, poster_alt, poster_width, poster_height, status, is_published, tab_order, tab_label
  )
values
  (
    'bitcoin', 'Bitcoin Pizza Day 2025',
    '2025-05-22 18:00:00-10', '2025-05-22 20:00:00-10', 'exact', null,
    'Co-working space in Kahala', '00000000-0000-4000-8000-000000005501', 50,
    'An evening with pizza in memory of the first well-known purchase made with bitcoin.',
    E'On May 22, 2010, Laszlo Hanyecz paid 10,000 bitcoin for two pizzas. People all over the world meet on that day to eat pizza and to talk about what has become of the idea.\n\nBeginners are welcome. Nobody needs to own or buy anything, and there is time for questions.',
    'https://example.org/sample-tickets/bitcoin-pizza-day-2025',
    '/Images/bitcoin-pizza-day.svg', 'Poster for Bitcoin Pizza Day: a pizza as the sun setting into the sea', 800, 1000,
    'scheduled', true, 1, 'Bitcoin Pizza Day'
  ),
  (
    'ethereum', 'ETH Hawaii',
    '2026-07-01 00:00:00-10', null, 'quarter', 'Multiple sessions throughout the day',
    'Honolulu', null, 200,
    'Three days of workshops, keynotes and networking.',
    E'ETH Hawaii brings together people who build on Ethereum and people who want to understand it: three days of workshops, keynotes and networking.\n\nThe workshops range from a first smart contract to research.',
    null,
    '/Images/eth-hawaii.svg', 'Poster for ETH Hawaii: a ring of fishing floats on the sea at night', 800, 1000,
    'scheduled', true, 2, 'ETH Hawaii'
  ),
  (
    'global-pizza-party', '5th Annual Global Pizza Party 2025',
    '2025-05-22 18:00:00-10', '2025-05-22 21:00:00-10', 'exact', null,
    'Co-working hub in Honolulu', null, 100,
    'Our part of the pizza party that blockchain communities hold around the world on May 22.',
    E'On Bitcoin Pizza Day, communities in many cities share a meal and see who else is interested in this technology. This is the table in Honolulu.\n\nCome to eat, listen and ask. No knowledge is needed.',
    null,
    '/Images/global-pizza-party-flyer.svg', 'Flyer for the 5th Annual Global Pizza Party 2025', 800, 1000,
    'scheduled', true, null, null
  ),
  (
    'blockchain-basics-workshop', 'Blockchain Basics Workshop',
    '2023-06-15 18:00:00-10', null, 'exact', null,
    'Honolulu', null, null,
    'An introduction to blockchains for people without any background.',
    'What a blockchain is, how it keeps its record honest and what it cannot do, in plain words and with paper and pencil.',
    null, null, null, null, null,
    'scheduled', true, null, null
  ),
  (
    'nft-art-showcase', 'NFT Art & Collectibles Showcase',
    '2023-06-28 19:00:00-10', null, 'exact', null,
    'Honolulu', null, null,
    'Digital art and collectibles, and a conversation about what owning them means.',
    'A look at digital works and at the tokens that record who holds them, with time to ask what such a token proves and what it does not.',
    null, null, null, null, null,
    'scheduled', true, null, null
  )
on conflict do nothing;

-- Articles and guides, with the HTML that the renderer makes of them.

insert into public.articles (id, kind, slug, revision, published_revision, published_at)
values ('00000000-0000-4000-8000-000000007501', 'article', 'keys-custody-and-common-sense', 1, 1, least('2026-06-20T12:00:00-10:00', now()))
on conflict do nothing;
insert into public.article_revisions (article_id, number, slug, title, excerpt, category, shown_on, picture_path, picture_alt, words, renderer, published_at, outline, markdown, html)
values ('00000000-0000-4000-8000-000000007501', 1, 'keys-custody-and-common-sense', 'Keys, custody and common sense', 'Who can move the money, and what happens when they cannot? Custody in plain words, with a plan that survives a lost phone and a hurricane.', 'Security', '2026-06-20', '/Images/keys-custody-and-common-sense.svg', 'A key laid across calm swells at dawn, its bow shaped like an eight-pointed star in a ring', 953, 'markdown-it 15.0.3, articles 5', least('2026-06-20T12:00:00-10:00', now()),
  '[{"id":"a-key-is-a-right-to-sign","text":"A key is a right to sign"},{"id":"three-ways-to-hold-keys","text":"Three ways to hold keys"},{"id":"a-plan-for-people-who-live-on-islands","text":"A plan for people who live on islands"},{"id":"how-people-are-actually-robbed","text":"How people are actually robbed"},{"id":"who-watches-over-companies-here","text":"Who watches over companies here"},{"id":"ten-minutes-tonight","text":"Ten minutes tonight"}]',
  $text$Most losses in this field have nothing to do with broken mathematics. Somebody lost a slip of paper, trusted the wrong website, or left everything with a company that stopped answering. The questions behind these losses are ordinary ones. This is general education, not financial or legal advice.

## A key is a right to sign

A wallet holds no coins. The coins are entries in a public ledger, and the ledger accepts a change when it carries a valid *signature*. What a wallet holds is the *private key* that makes such signatures. Whoever has the key can sign. Whoever has lost it cannot, and there is no counter at which to show your driver’s license.

From the private key the software computes a *public key*, and from that an *address*. The calculation runs in one direction only. You can hand out an address as you would a mailbox number.

Most wallets build all their keys from one starting secret, written as twelve or twenty-four ordinary English words. This *seed phrase* follows a public standard, [BIP 39](https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki), with a list of 2,048 words. Understand one thing about it and you understand most of custody:

> The words are not a password *to* your wallet. They *are* the wallet. Anyone who reads them once can rebuild it anywhere, and so can you.

## Three ways to hold keys

| Who holds the key | What is good | What can go wrong |
| --- | --- | --- |
| A company | Familiar sign-in, a support desk, simple to pass on | It can freeze, fail or be robbed, and you stand in line with other creditors |
| You alone | Nobody else can stop or lose it | One mistake, one fire or one silence after your death can end it |
| Several people or devices together | One loss or one theft is not the end | More to set up, to write down and to rehearse |

None of the three is right for everybody. A few dollars on a phone for learning are fine. Savings that would hurt to lose deserve a hardware wallet, or a *multisignature* arrangement in which, say, any two of three keys must sign. Money that belongs to a club, a church or a family should not hang on one person’s memory at all.

If a company holds your keys, ask what kind of promise you have. Deposits at an insured bank are protected by the [FDIC](https://www.fdic.gov/) up to its limits. Crypto assets are not covered by that insurance, whoever holds them. When Mt. Gox closed in 2014 and FTX in 2022, customers learned the difference between owning a coin and being owed one.

## A plan for people who live on islands

The usual advice is paper, in two places. Here, think one step further.

- **Salt, humidity and water.** Paper and cheap ink do poorly near the ocean. Stamped or engraved metal does better.
- **Two places, two hazards.** Two drawers in the same tsunami evacuation zone are one place.
- **No photographs.** A picture of the words goes where your phone’s backups go.
- **No typing.** The words belong in the wallet device and nowhere else: no website, no form, no email.
- **A rehearsal.** Erase a wallet that holds five dollars and restore it from your own notes. A backup that was never restored is a hope.

Then write a letter for those who come after you: *that* something exists, *where* the parts are, *who* can help. It should contain no words and no keys. Hawaiʻi has a Uniform Fiduciary Access to Digital Assets Act; an estate attorney can tell you what it does in your case. The law can give your family a right. It cannot give them a key.

## How people are actually robbed

The patterns repeat, and they aim at people:

1. **The helper.** You ask a question in a chat group, and “support” writes to you privately. Real support never asks for the words.
2. **The friend.** Somebody you met online is patient, kind and good at trading. The platform shows profits. Withdrawals need one more fee.
3. **The urgent official.** A caller from a bank, a utility or the police wants you to pay at a crypto machine. No honest office asks for that.
4. **The look-alike.** A tiny payment arrives from an address that begins and ends like one you know, in the hope that you will copy the wrong one next time.
5. **The approval.** A site asks your wallet to sign something unreadable, and the signature lets it take your tokens later.

The [Federal Trade Commission](https://consumer.ftc.gov/articles/what-know-about-cryptocurrency-and-scams) keeps a plain list of signs. If it happened to you, tell your bank if one was involved, and report it to the FBI’s [Internet Crime Complaint Center](https://www.ic3.gov/). Be wary of anyone who offers to recover the money for a fee: that is often the second half of the same fraud.

## Who watches over companies here

From 2020 until June 30, 2024, the State’s Division of Financial Institutions (DFI) and the Hawaiʻi Technology Development Corporation ran a pilot, the Digital Currency Innovation Lab. Since it ended, DFI has said that digital currency companies no longer need a Hawaiʻi money transmitter license to do business in the State. Federal rules still apply to them.

So a company’s being available here is no sign that the State has examined it. Rules change: check the [DFI’s own pages](https://cca.hawaii.gov/dfi/) before you rely on this paragraph.

## Ten minutes tonight

- Find out which of your coins are held by a company and which by you.
- Turn on two-step sign-in that does not depend on text messages.
- Check that your written words exist, are readable and are complete.
- Tell one person you trust that there is a plan.

Bring questions to a [meetup](/events). Leave the words at home.
$text$,
  $text$<p>Most losses in this field have nothing to do with broken mathematics. Somebody lost a slip of paper, trusted the wrong website, or left everything with a company that stopped answering. The questions behind these losses are ordinary ones. This is general education, not financial or legal advice.</p>
<h2 id="a-key-is-a-right-to-sign">A key is a right to sign</h2>
<p>A wallet holds no coins. The coins are entries in a public ledger, and the ledger accepts a change when it carries a valid <em>signature</em>. What a wallet holds is the <em>private key</em> that makes such signatures. Whoever has the key can sign. Whoever has lost it cannot, and there is no counter at which to show your driver’s license.</p>
<p>From the private key the software computes a <em>public key</em>, and from that an <em>address</em>. The calculation runs in one direction only. You can hand out an address as you would a mailbox number.</p>
<p>Most wallets build all their keys from one starting secret, written as twelve or twenty-four ordinary English words. This <em>seed phrase</em> follows a public standard, <a href="https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki">BIP 39</a>, with a list of 2,048 words. Understand one thing about it and you understand most of custody:</p>
<blockquote>
<p>The words are not a password <em>to</em> your wallet. They <em>are</em> the wallet. Anyone who reads them once can rebuild it anywhere, and so can you.</p>
</blockquote>
<h2 id="three-ways-to-hold-keys">Three ways to hold keys</h2>
<table>
<thead>
<tr>
<th scope="col">Who holds the key</th>
<th scope="col">What is good</th>
<th scope="col">What can go wrong</th>
</tr>
</thead>
<tbody>
<tr>
<th scope="row">A company</th>
<td>Familiar sign-in, a support desk, simple to pass on</td>
<td>It can freeze, fail or be robbed, and you stand in line with other creditors</td>
</tr>
<tr>
<th scope="row">You alone</th>
<td>Nobody else can stop or lose it</td>
<td>One mistake, one fire or one silence after your death can end it</td>
</tr>
<tr>
<th scope="row">Several people or devices together</th>
<td>One loss or one theft is not the end</td>
<td>More to set up, to write down and to rehearse</td>
</tr>
</tbody>
</table>
<p>None of the three is right for everybody. A few dollars on a phone for learning are fine. Savings that would hurt to lose deserve a hardware wallet, or a <em>multisignature</em> arrangement in which, say, any two of three keys must sign. Money that belongs to a club, a church or a family should not hang on one person’s memory at all.</p>
<p>If a company holds your keys, ask what kind of promise you have. Deposits at an insured bank are protected by the <a href="https://www.fdic.gov/">FDIC</a> up to its limits. Crypto assets are not covered by that insurance, whoever holds them. When Mt. Gox closed in 2014 and FTX in 2022, customers learned the difference between owning a coin and being owed one.</p>
<h2 id="a-plan-for-people-who-live-on-islands">A plan for people who live on islands</h2>
<p>The usual advice is paper, in two places. Here, think one step further.</p>
<ul>
<li><strong>Salt, humidity and water.</strong> Paper and cheap ink do poorly near the ocean. Stamped or engraved metal does better.</li>
<li><strong>Two places, two hazards.</strong> Two drawers in the same tsunami evacuation zone are one place.</li>
<li><strong>No photographs.</strong> A picture of the words goes where your phone’s backups go.</li>
<li><strong>No typing.</strong> The words belong in the wallet device and nowhere else: no website, no form, no email.</li>
<li><strong>A rehearsal.</strong> Erase a wallet that holds five dollars and restore it from your own notes. A backup that was never restored is a hope.</li>
</ul>
<p>Then write a letter for those who come after you: <em>that</em> something exists, <em>where</em> the parts are, <em>who</em> can help. It should contain no words and no keys. Hawaiʻi has a Uniform Fiduciary Access to Digital Assets Act; an estate attorney can tell you what it does in your case. The law can give your family a right. It cannot give them a key.</p>
<h2 id="how-people-are-actually-robbed">How people are actually robbed</h2>
<p>The patterns repeat, and they aim at people:</p>
<ol>
<li><strong>The helper.</strong> You ask a question in a chat group, and “support” writes to you privately. Real support never asks for the words.</li>
<li><strong>The friend.</strong> Somebody you met online is patient, kind and good at trading. The platform shows profits. Withdrawals need one more fee.</li>
<li><strong>The urgent official.</strong> A caller from a bank, a utility or the police wants you to pay at a crypto machine. No honest office asks for that.</li>
<li><strong>The look-alike.</strong> A tiny payment arrives from an address that begins and ends like one you know, in the hope that you will copy the wrong one next time.</li>
<li><strong>The approval.</strong> A site asks your wallet to sign something unreadable, and the signature lets it take your tokens later.</li>
</ol>
<p>The <a href="https://consumer.ftc.gov/articles/what-know-about-cryptocurrency-and-scams">Federal Trade Commission</a> keeps a plain list of signs. If it happened to you, tell your bank if one was involved, and report it to the FBI’s <a href="https://www.ic3.gov/">Internet Crime Complaint Center</a>. Be wary of anyone who offers to recover the money for a fee: that is often the second half of the same fraud.</p>
<h2 id="who-watches-over-companies-here">Who watches over companies here</h2>
<p>From 2020 until June 30, 2024, the State’s Division of Financial Institutions (DFI) and the Hawaiʻi Technology Development Corporation ran a pilot, the Digital Currency Innovation Lab. Since it ended, DFI has said that digital currency companies no longer need a Hawaiʻi money transmitter license to do business in the State. Federal rules still apply to them.</p>
<p>So a company’s being available here is no sign that the State has examined it. Rules change: check the <a href="https://cca.hawaii.gov/dfi/">DFI’s own pages</a> before you rely on this paragraph.</p>
<h2 id="ten-minutes-tonight">Ten minutes tonight</h2>
<ul>
<li>Find out which of your coins are held by a company and which by you.</li>
<li>Turn on two-step sign-in that does not depend on text messages.</li>
<li>Check that your written words exist, are readable and are complete.</li>
<li>Tell one person you trust that there is a plan.</li>
</ul>
<p>Bring questions to a <a href="/events">meetup</a>. Leave the words at home.</p>
$text$)
on conflict do nothing;

insert into public.articles (id, kind, slug, revision, published_revision, published_at)
values ('00000000-0000-4000-8000-000000007502', 'article', 'reading-the-bitcoin-paper', 1, 1, least('2026-03-14T12:00:00-10:00', now()))
on conflict do nothing;
insert into public.article_revisions (article_id, number, slug, title, excerpt, category, shown_on, picture_path, picture_alt, words, renderer, published_at, outline, markdown, html)
values ('00000000-0000-4000-8000-000000007502', 1, 'reading-the-bitcoin-paper', 'How to read the Bitcoin paper in one evening', 'Nine pages, twelve sections, one problem. An order of reading that leaves the mathematics for last and the idea clear by bedtime.', 'Education', '2026-03-14', '/Images/reading-the-bitcoin-paper.svg', 'An open page under a night sky, its lines of text turning into a chain of stars above the sea', 984, 'markdown-it 15.0.3, articles 5', least('2026-03-14T12:00:00-10:00', now()),
  '[{"id":"start-with-the-question-not-the-answer","text":"Start with the question, not the answer"},{"id":"the-order-that-works","text":"The order that works"},{"id":"what-to-draw-while-you-read","text":"What to draw while you read"},{"id":"what-the-paper-does-not-say","text":"What the paper does not say"},{"id":"the-page-with-the-formulas","text":"The page with the formulas"},{"id":"read-the-references-too","text":"Read the references too"},{"id":"bring-it-to-a-meetup","text":"Bring it to a meetup"}]',
  $text$The paper that started all of this is shorter than most phone contracts. [“Bitcoin: A Peer-to-Peer Electronic Cash System”](https://bitcoin.org/bitcoin.pdf) was announced on a cryptography mailing list on October 31, 2008, signed with the name Satoshi Nakamoto. It has nine pages, twelve sections and eight references. You can read it in one evening without knowing any cryptography, as long as you do not read it straight through.

## Start with the question, not the answer

Read the abstract twice. Its first sentence says what the paper wants:

> A purely peer-to-peer version of electronic cash would allow online payments to be sent directly from one party to another without going through a financial institution.

Then hold on to the difficulty. A digital file can be copied. If a coin is a file, what stops its owner from spending it twice? The ordinary answer is a bank that keeps one list and crosses things out. The paper asks whether a crowd of strangers can keep that list together when some of them lie.

Everything after the abstract is an answer to this one question.

## The order that works

1. **Section 1, Introduction.** Why payments through a third party can be reversed, and what that costs. One page.
2. **Section 2, Transactions.** The sentence to underline is “We define an electronic coin as a chain of digital signatures.” A coin is not a thing. It is a history of people handing something on.
3. **Section 3, Timestamp Server.** Half a page. If everybody can see *when* something was published, the first spending counts and the second does not.
4. **Section 4, Proof-of-Work.** How the crowd agrees on that order: by work that is expensive to do and cheap to check.
5. **Section 5, Network.** Six numbered steps. Copy them out by hand. They are the whole machine.
6. **Section 6, Incentive.** Why anybody would take the trouble.
7. **Section 10, Privacy.** What everyone can see, and what they cannot.
8. **Section 12, Conclusion.** The idea again, in one paragraph that you can now read as a summary rather than a promise.

Sections 7, 8 and 9, about saving space, checking a payment cheaply and making change, can wait for a second evening. Section 11 is a calculation; we come to it below.

## What to draw while you read

A pencil helps more than a dictionary. Draw three boxes in a row and call them blocks. Into each box write a few payments and one number that sums up the box before it. That number is a *hash*: a short fingerprint that changes completely when anything in the box changes.

Now alter one payment in the first box. Its fingerprint changes, so the second box no longer fits, so the third does not either. To hide the change you would have to redo every later box, and every box took work. That is the security argument, and you have just drawn it. [Anders Brownworth’s demonstration](https://andersbrownworth.com/blockchain/) lets you break a chain in your browser.

## What the paper does not say

People bring a lot to these nine pages that is not in them. Missing are:

- The word *blockchain*. The text speaks of blocks and of chains, never of the two as one word.
- The number 21 million. The paper mentions “a predetermined number of coins”. The limit is in the software.
- *Smart contracts*, *tokens* and *NFTs*. Those ideas came to the field by other roads.
- A price. There is not one word on what a coin ought to be worth.
- A claim of anonymity. Section 10 advises “a new key pair” for each transaction and admits that some linking “is still unavoidable”.

One more difference matters to careful readers. The paper speaks of the *longest* chain. The software compares the *work* in the chains, because a long chain of easy blocks should not beat a shorter chain of hard ones. A founding document is not a specification; the [developer documentation](https://developer.bitcoin.org/) describes the system that runs today.

## The page with the formulas

Section 11 asks: if an attacker has a certain share of the computing power, how likely is it that they catch up after you have waited for some blocks? The paper treats it as a race in which the attacker starts behind. As long as honest participants have the larger share, the chance of catching up falls off exponentially with every block you wait.

Skip the derivation and read the table at its end. It lists how many blocks to wait until the risk is below one in a thousand: five if the attacker has ten percent of the power, twenty-four if they have thirty. Finality here is a matter of probability, and it gets better with time and worse with concentration of power.

## Read the references too

Three of the eight references are by Stuart Haber and W. Scott Stornetta, with Dave Bayer on one of them, who wrote in the 1990s about timestamps for digital documents. Another is Adam Back’s Hashcash, a way to make junk mail expensive. Another is Ralph Merkle on public keys. Very little in the paper was invented for it. What was new was the combination, and a reason for strangers to keep it running.

## Bring it to a meetup

Read it once alone and once with others. Three questions start a good conversation:

1. Which of the six steps in section 5 would you attack, and what would it cost you?
2. Who has to be honest for this to work, and how many of them?
3. What in our own islands has the shape of this problem, with many keepers of one record and no single one that everybody trusts? And what has not?

The third is the one that we like best. We wrote down our own attempt in [What a ledger can do for an island](/insights/what-a-ledger-can-do-for-an-island). The next steps are in [the library](/education).
$text$,
  $text$<p>The paper that started all of this is shorter than most phone contracts. <a href="https://bitcoin.org/bitcoin.pdf">“Bitcoin: A Peer-to-Peer Electronic Cash System”</a> was announced on a cryptography mailing list on October 31, 2008, signed with the name Satoshi Nakamoto. It has nine pages, twelve sections and eight references. You can read it in one evening without knowing any cryptography, as long as you do not read it straight through.</p>
<h2 id="start-with-the-question-not-the-answer">Start with the question, not the answer</h2>
<p>Read the abstract twice. Its first sentence says what the paper wants:</p>
<blockquote>
<p>A purely peer-to-peer version of electronic cash would allow online payments to be sent directly from one party to another without going through a financial institution.</p>
</blockquote>
<p>Then hold on to the difficulty. A digital file can be copied. If a coin is a file, what stops its owner from spending it twice? The ordinary answer is a bank that keeps one list and crosses things out. The paper asks whether a crowd of strangers can keep that list together when some of them lie.</p>
<p>Everything after the abstract is an answer to this one question.</p>
<h2 id="the-order-that-works">The order that works</h2>
<ol>
<li><strong>Section 1, Introduction.</strong> Why payments through a third party can be reversed, and what that costs. One page.</li>
<li><strong>Section 2, Transactions.</strong> The sentence to underline is “We define an electronic coin as a chain of digital signatures.” A coin is not a thing. It is a history of people handing something on.</li>
<li><strong>Section 3, Timestamp Server.</strong> Half a page. If everybody can see <em>when</em> something was published, the first spending counts and the second does not.</li>
<li><strong>Section 4, Proof-of-Work.</strong> How the crowd agrees on that order: by work that is expensive to do and cheap to check.</li>
<li><strong>Section 5, Network.</strong> Six numbered steps. Copy them out by hand. They are the whole machine.</li>
<li><strong>Section 6, Incentive.</strong> Why anybody would take the trouble.</li>
<li><strong>Section 10, Privacy.</strong> What everyone can see, and what they cannot.</li>
<li><strong>Section 12, Conclusion.</strong> The idea again, in one paragraph that you can now read as a summary rather than a promise.</li>
</ol>
<p>Sections 7, 8 and 9, about saving space, checking a payment cheaply and making change, can wait for a second evening. Section 11 is a calculation; we come to it below.</p>
<h2 id="what-to-draw-while-you-read">What to draw while you read</h2>
<p>A pencil helps more than a dictionary. Draw three boxes in a row and call them blocks. Into each box write a few payments and one number that sums up the box before it. That number is a <em>hash</em>: a short fingerprint that changes completely when anything in the box changes.</p>
<p>Now alter one payment in the first box. Its fingerprint changes, so the second box no longer fits, so the third does not either. To hide the change you would have to redo every later box, and every box took work. That is the security argument, and you have just drawn it. <a href="https://andersbrownworth.com/blockchain/">Anders Brownworth’s demonstration</a> lets you break a chain in your browser.</p>
<h2 id="what-the-paper-does-not-say">What the paper does not say</h2>
<p>People bring a lot to these nine pages that is not in them. Missing are:</p>
<ul>
<li>The word <em>blockchain</em>. The text speaks of blocks and of chains, never of the two as one word.</li>
<li>The number 21 million. The paper mentions “a predetermined number of coins”. The limit is in the software.</li>
<li><em>Smart contracts</em>, <em>tokens</em> and <em>NFTs</em>. Those ideas came to the field by other roads.</li>
<li>A price. There is not one word on what a coin ought to be worth.</li>
<li>A claim of anonymity. Section 10 advises “a new key pair” for each transaction and admits that some linking “is still unavoidable”.</li>
</ul>
<p>One more difference matters to careful readers. The paper speaks of the <em>longest</em> chain. The software compares the <em>work</em> in the chains, because a long chain of easy blocks should not beat a shorter chain of hard ones. A founding document is not a specification; the <a href="https://developer.bitcoin.org/">developer documentation</a> describes the system that runs today.</p>
<h2 id="the-page-with-the-formulas">The page with the formulas</h2>
<p>Section 11 asks: if an attacker has a certain share of the computing power, how likely is it that they catch up after you have waited for some blocks? The paper treats it as a race in which the attacker starts behind. As long as honest participants have the larger share, the chance of catching up falls off exponentially with every block you wait.</p>
<p>Skip the derivation and read the table at its end. It lists how many blocks to wait until the risk is below one in a thousand: five if the attacker has ten percent of the power, twenty-four if they have thirty. Finality here is a matter of probability, and it gets better with time and worse with concentration of power.</p>
<h2 id="read-the-references-too">Read the references too</h2>
<p>Three of the eight references are by Stuart Haber and W. Scott Stornetta, with Dave Bayer on one of them, who wrote in the 1990s about timestamps for digital documents. Another is Adam Back’s Hashcash, a way to make junk mail expensive. Another is Ralph Merkle on public keys. Very little in the paper was invented for it. What was new was the combination, and a reason for strangers to keep it running.</p>
<h2 id="bring-it-to-a-meetup">Bring it to a meetup</h2>
<p>Read it once alone and once with others. Three questions start a good conversation:</p>
<ol>
<li>Which of the six steps in section 5 would you attack, and what would it cost you?</li>
<li>Who has to be honest for this to work, and how many of them?</li>
<li>What in our own islands has the shape of this problem, with many keepers of one record and no single one that everybody trusts? And what has not?</li>
</ol>
<p>The third is the one that we like best. We wrote down our own attempt in <a href="/insights/what-a-ledger-can-do-for-an-island">What a ledger can do for an island</a>. The next steps are in <a href="/education">the library</a>.</p>
$text$)
on conflict do nothing;

insert into public.articles (id, kind, slug, revision, published_revision, published_at)
values ('00000000-0000-4000-8000-000000007503', 'article', 'what-a-ledger-can-do-for-an-island', 1, 1, least('2026-09-12T12:00:00-10:00', now()))
on conflict do nothing;
insert into public.article_revisions (article_id, number, slug, title, excerpt, category, shown_on, picture_path, picture_alt, words, renderer, published_at, outline, markdown, html)
values ('00000000-0000-4000-8000-000000007503', 1, 'what-a-ledger-can-do-for-an-island', 'What a ledger can do for an island', 'Land records, energy and provenance: where a shared ledger would help in Hawaiʻi, where it would not, and five questions that tell them apart.', 'Community', '2026-09-12', '/Images/what-a-ledger-can-do-for-an-island.svg', 'An island at the horizon with lights on its slopes, joined by thin lines to the stars above', 946, 'markdown-it 15.0.3, articles 5', least('2026-09-12T12:00:00-10:00', now()),
  '[{"id":"what-the-tool-does","text":"What the tool does"},{"id":"land-records","text":"Land records"},{"id":"energy","text":"Energy"},{"id":"provenance","text":"Provenance"},{"id":"five-questions-for-any-proposal","text":"Five questions for any proposal"},{"id":"where-we-would-begin","text":"Where we would begin"}]',
  $text$Every few months somebody proposes to put something in Hawaiʻi “on the blockchain”. Some of these ideas are good, some would make a working office worse. The difference is seldom the technology. It is whether the problem has the shape that a shared ledger fits.

## What the tool does

A blockchain lets many parties keep one record without one of them being in charge of it. New entries are agreed on by rules, old entries are hard to change unnoticed, and anyone with a copy can check. The [overview by the National Institute of Standards and Technology](https://csrc.nist.gov/pubs/ir/8202/final) describes this soberly, limits included.

Two limits matter most to us. The ledger knows only what it is told: it can prove that a statement was made at a certain time and was not altered since. It cannot prove that the statement was true. And a record that cannot be altered is a poor home for anything that may have to be corrected or forgotten.

> A ledger protects the entry. It cannot protect the moment before the entry, when a person decides what to write.

## Land records

Hawaiʻi is unusual: the [Bureau of Conveyances](https://dlnr.hawaii.gov/boc/) in Honolulu records documents for the whole State, while in most other states this is done county by county. It runs two systems side by side, the Regular System and the Land Court, where title is registered and guaranteed by the State.

So the first thing that blockchains are praised for, one record instead of many, is something Hawaiʻi already has. The hard questions about land here are of another kind. Who inherited a share four generations ago? Which boundary did an old survey mean? Was a sale just? They are questions about families, language, law and history, and no data structure settles them. Writing a disputed answer into a record that cannot be changed can do harm.

A modest use remains. An office can publish, every day, one fingerprint of everything recorded that day. Anyone could later prove that a document existed unchanged on that date, without the fingerprint revealing what it says. Estonia has protected the integrity of government records with [linked timestamps of this kind](https://e-estonia.com/solutions/cyber-security/ksi-blockchain/) for years.

## Energy

The State has set itself the goal of generating all of its electricity from renewable sources by 2045. The islands’ grids are not connected to one another, so each has to balance itself, and many roofs carry panels. It is natural to ask whether neighbors could trade power through a ledger.

The accounting is the easy part. A utility’s meter data and an ordinary database can do it. What decides is whether the rules allow one household to sell to another, what the use of the wires costs, and who keeps the frequency steady when a cloud comes over. In Hawaiʻi these are matters for the [Public Utilities Commission](https://puc.hawaii.gov/). On Kauaʻi the utility is a cooperative that belongs to its members, which answers a good part of the question of trust without any software.

A shared ledger becomes interesting where several organizations that do not trust each other’s books need one count: certificates for renewable energy that must not be sold twice, or many small batteries from several companies that answer the same call.

The ledger’s own consumption should be counted as well. Systems with proof of work use much electricity by design. Ethereum left proof of work in September 2022, and its developers put the [reduction at more than 99.9 percent](https://ethereum.org/en/energy-consumption/). Whoever proposes a ledger for an island that imports fuel should name the system and the number.

## Provenance

A label that says “Kona” or “made in Hawaiʻi” is worth money, and therefore worth faking. A ledger can help with the paperwork. If the farm, the mill, the roaster and the shop each sign for the weight that they hand on, a roaster that sells more pounds than it ever bought becomes visible.

It cannot see into a bag. Between the bean and the entry stands a person with a keyboard, and the record is as honest as that person. That is why such systems work best together with things that are checked in the real world: inspections, scales, laboratory tests, and penalties that someone enforces. Start with those.

## Five questions for any proposal

1. **Who writes?** If a single office writes every entry, it needs a good database, backups and an audit trail.
2. **Who doubts whom?** Name the two parties that do not trust each other. If you cannot, you do not need the tool.
3. **What happens at the edge?** How does a fact in the world become an entry, and who checks?
4. **How is a mistake corrected?** A person with a wrong name in the record will come. Have an answer before they do.
5. **What is left when the money is gone?** Pilots end. Will the records still be readable, and by whom?

A sixth one is ours. *Whose knowledge is this?* Genealogies, place names and the locations of burials or of fishing grounds are not raw material. Some of it is kept by families and communities for good reasons. A public record that can never be erased is the wrong place for it, unless those to whom it belongs decide so.

## Where we would begin

Small, useful and possible to undo: daily fingerprints of public records, minutes and budgets; membership votes of clubs and cooperatives that anybody can recount; a common count among growers who already inspect each other’s farms. None of this needs a new coin.

If you work on such a thing, or have tried and stopped, [tell us](/contact). A community learns most from the attempts that failed, and they are seldom written down.
$text$,
  $text$<p>Every few months somebody proposes to put something in Hawaiʻi “on the blockchain”. Some of these ideas are good, some would make a working office worse. The difference is seldom the technology. It is whether the problem has the shape that a shared ledger fits.</p>
<h2 id="what-the-tool-does">What the tool does</h2>
<p>A blockchain lets many parties keep one record without one of them being in charge of it. New entries are agreed on by rules, old entries are hard to change unnoticed, and anyone with a copy can check. The <a href="https://csrc.nist.gov/pubs/ir/8202/final">overview by the National Institute of Standards and Technology</a> describes this soberly, limits included.</p>
<p>Two limits matter most to us. The ledger knows only what it is told: it can prove that a statement was made at a certain time and was not altered since. It cannot prove that the statement was true. And a record that cannot be altered is a poor home for anything that may have to be corrected or forgotten.</p>
<blockquote>
<p>A ledger protects the entry. It cannot protect the moment before the entry, when a person decides what to write.</p>
</blockquote>
<h2 id="land-records">Land records</h2>
<p>Hawaiʻi is unusual: the <a href="https://dlnr.hawaii.gov/boc/">Bureau of Conveyances</a> in Honolulu records documents for the whole State, while in most other states this is done county by county. It runs two systems side by side, the Regular System and the Land Court, where title is registered and guaranteed by the State.</p>
<p>So the first thing that blockchains are praised for, one record instead of many, is something Hawaiʻi already has. The hard questions about land here are of another kind. Who inherited a share four generations ago? Which boundary did an old survey mean? Was a sale just? They are questions about families, language, law and history, and no data structure settles them. Writing a disputed answer into a record that cannot be changed can do harm.</p>
<p>A modest use remains. An office can publish, every day, one fingerprint of everything recorded that day. Anyone could later prove that a document existed unchanged on that date, without the fingerprint revealing what it says. Estonia has protected the integrity of government records with <a href="https://e-estonia.com/solutions/cyber-security/ksi-blockchain/">linked timestamps of this kind</a> for years.</p>
<h2 id="energy">Energy</h2>
<p>The State has set itself the goal of generating all of its electricity from renewable sources by 2045. The islands’ grids are not connected to one another, so each has to balance itself, and many roofs carry panels. It is natural to ask whether neighbors could trade power through a ledger.</p>
<p>The accounting is the easy part. A utility’s meter data and an ordinary database can do it. What decides is whether the rules allow one household to sell to another, what the use of the wires costs, and who keeps the frequency steady when a cloud comes over. In Hawaiʻi these are matters for the <a href="https://puc.hawaii.gov/">Public Utilities Commission</a>. On Kauaʻi the utility is a cooperative that belongs to its members, which answers a good part of the question of trust without any software.</p>
<p>A shared ledger becomes interesting where several organizations that do not trust each other’s books need one count: certificates for renewable energy that must not be sold twice, or many small batteries from several companies that answer the same call.</p>
<p>The ledger’s own consumption should be counted as well. Systems with proof of work use much electricity by design. Ethereum left proof of work in September 2022, and its developers put the <a href="https://ethereum.org/en/energy-consumption/">reduction at more than 99.9 percent</a>. Whoever proposes a ledger for an island that imports fuel should name the system and the number.</p>
<h2 id="provenance">Provenance</h2>
<p>A label that says “Kona” or “made in Hawaiʻi” is worth money, and therefore worth faking. A ledger can help with the paperwork. If the farm, the mill, the roaster and the shop each sign for the weight that they hand on, a roaster that sells more pounds than it ever bought becomes visible.</p>
<p>It cannot see into a bag. Between the bean and the entry stands a person with a keyboard, and the record is as honest as that person. That is why such systems work best together with things that are checked in the real world: inspections, scales, laboratory tests, and penalties that someone enforces. Start with those.</p>
<h2 id="five-questions-for-any-proposal">Five questions for any proposal</h2>
<ol>
<li><strong>Who writes?</strong> If a single office writes every entry, it needs a good database, backups and an audit trail.</li>
<li><strong>Who doubts whom?</strong> Name the two parties that do not trust each other. If you cannot, you do not need the tool.</li>
<li><strong>What happens at the edge?</strong> How does a fact in the world become an entry, and who checks?</li>
<li><strong>How is a mistake corrected?</strong> A person with a wrong name in the record will come. Have an answer before they do.</li>
<li><strong>What is left when the money is gone?</strong> Pilots end. Will the records still be readable, and by whom?</li>
</ol>
<p>A sixth one is ours. <em>Whose knowledge is this?</em> Genealogies, place names and the locations of burials or of fishing grounds are not raw material. Some of it is kept by families and communities for good reasons. A public record that can never be erased is the wrong place for it, unless those to whom it belongs decide so.</p>
<h2 id="where-we-would-begin">Where we would begin</h2>
<p>Small, useful and possible to undo: daily fingerprints of public records, minutes and budgets; membership votes of clubs and cooperatives that anybody can recount; a common count among growers who already inspect each other’s farms. None of this needs a new coin.</p>
<p>If you work on such a thing, or have tried and stopped, <a href="/contact">tell us</a>. A community learns most from the attempts that failed, and they are seldom written down.</p>
$text$)
on conflict do nothing;

insert into public.articles (id, kind, slug, revision, published_revision, published_at)
values ('00000000-0000-4000-8000-000000007504', 'guide', 'blockchain-basics', 1, 1, least('2026-01-01T12:00:00-10:00', now()))
on conflict do nothing;
insert into public.article_revisions (article_id, number, slug, title, excerpt, category, shown_on, picture_path, picture_alt, words, renderer, published_at, outline, markdown, html)
values ('00000000-0000-4000-8000-000000007504', 1, 'blockchain-basics', 'Blockchain basics', 'What a blockchain is, how it keeps its record honest and where its limits are: an introduction in plain words, for readers with no background.', null, null, null, null, 870, 'markdown-it 15.0.3, articles 5', least('2026-01-01T12:00:00-10:00', now()),
  '[{"id":"the-problem-it-solves","text":"The problem it solves"},{"id":"four-parts","text":"Four parts"},{"id":"what-happens-to-a-payment","text":"What happens to a payment"},{"id":"public-private-and-in-between","text":"Public, private and in between"},{"id":"what-it-cannot-do","text":"What it cannot do"},{"id":"where-to-go-from-here","text":"Where to go from here"}]',
  $text$A blockchain is a shared record. Many computers keep the same list of entries, agree by fixed rules on what is added next, and make it very hard to change old entries without everybody noticing. That is all. The interest lies in *who* can keep such a record together: people and organizations that do not know each other, do not fully trust each other, and want nobody in charge.

This page needs no mathematics.

## The problem it solves

Imagine five friends who lend each other small sums and keep a notebook. As long as they trust the one who holds the notebook, they need nothing else. Now imagine five thousand strangers. Whoever holds the notebook could add a line, lose a page or refuse to write someone’s name. The usual cure is an institution: a bank, a registry, a platform. It holds the notebook, and the law watches over it.

A blockchain is a different cure. Everyone gets a copy of the notebook, and a procedure decides which page comes next. It is slower and more work than one notebook in one office. It is worth that only where a single keeper is the problem.

## Four parts

### Hashes: fingerprints of data

A hash function turns any text into a short code of fixed length. The same text always gives the same code, a changed comma gives a completely different one, and nobody can work backwards from the code to the text. A hash lets you notice *that* something changed without comparing every word.

### Signatures: who may write what

Each participant has a pair of keys. The private key signs, and everyone can check the signature with the public one. An entry such as “move two coins from me to you” counts only with the right signature. No one looks up your name; what counts is the key. Losing it means losing the right to sign, which is why [custody](/insights/keys-custody-and-common-sense) deserves an article of its own.

### Blocks: pages that hold on to each other

Entries are collected into blocks. Each block contains the hash of the block before it. Change something in an old block, and its hash no longer fits what the next block says, and so on to the end. To cheat unnoticed you would have to remake every later page in everybody’s copy.

### Consensus: which page comes next

Two honest computers may see entries in a different order, and some computers are not honest. So there is a rule for who may add the next block. Two families are common:

- **Proof of work.** Computers compete to solve a puzzle that takes a great deal of trial and error. Adding a block costs electricity; rewriting history would cost more than all the others spend. Bitcoin works like this.
- **Proof of stake.** Participants lock up some of the system’s own coins as a deposit. The rules choose who proposes and who confirms the next block, and those who break the rules can lose their deposit. Ethereum has worked like this since September 2022.

## What happens to a payment

1. Your wallet writes the entry and signs it with your private key.
2. It sends the entry to a few computers, which check the signature and that the coins were not already spent, and pass it on.
3. A block producer puts it into a new block, usually preferring entries that offer a higher fee.
4. The other computers check the whole block and add it to their copies.
5. With each further block it becomes less likely that this one is ever replaced. That is why shops wait for a few *confirmations*.

## Public, private and in between

On a *public* chain anyone may read, write and take part in consensus. On a *permissioned* chain a known group does. The second kind is faster and more private, and its members must trust the group’s rules, which brings it close to an ordinary shared database. Neither is better in itself. Ask who should be able to write, and who should be able to check.

A *smart contract* is a program that is stored on the chain and run by everyone in the same way. It can hold and move coins by fixed rules. It is neither smart nor necessarily a contract in the legal sense, and a mistake in it is as permanent as anything else there.

## What it cannot do

- **It does not know what is true.** It keeps what was written. A false statement is preserved as faithfully as a correct one.
- **It is not private by nature.** Most public chains show every entry to everybody, for good. Addresses are not names, but they can often be linked to people.
- **It does not undo.** There is no desk that reverses a payment to a thief.
- **It is not free.** Copies, checks and consensus cost time, fees and energy.
- **It does not replace rules.** Somebody still writes the software, and people decide whether to run it.

## Where to go from here

Watch one good [animation](https://www.youtube.com/watch?v=bBC-nXj3Ng4), read the [Bitcoin paper in one evening](/insights/reading-the-bitcoin-paper), then choose from the [library](/education). Short answers are on the [questions page](/resources/faqs). And come to an [event](/events): explaining it to someone else is how most of us understood it.
$text$,
  $text$<p>A blockchain is a shared record. Many computers keep the same list of entries, agree by fixed rules on what is added next, and make it very hard to change old entries without everybody noticing. That is all. The interest lies in <em>who</em> can keep such a record together: people and organizations that do not know each other, do not fully trust each other, and want nobody in charge.</p>
<p>This page needs no mathematics.</p>
<h2 id="the-problem-it-solves">The problem it solves</h2>
<p>Imagine five friends who lend each other small sums and keep a notebook. As long as they trust the one who holds the notebook, they need nothing else. Now imagine five thousand strangers. Whoever holds the notebook could add a line, lose a page or refuse to write someone’s name. The usual cure is an institution: a bank, a registry, a platform. It holds the notebook, and the law watches over it.</p>
<p>A blockchain is a different cure. Everyone gets a copy of the notebook, and a procedure decides which page comes next. It is slower and more work than one notebook in one office. It is worth that only where a single keeper is the problem.</p>
<h2 id="four-parts">Four parts</h2>
<h3>Hashes: fingerprints of data</h3>
<p>A hash function turns any text into a short code of fixed length. The same text always gives the same code, a changed comma gives a completely different one, and nobody can work backwards from the code to the text. A hash lets you notice <em>that</em> something changed without comparing every word.</p>
<h3>Signatures: who may write what</h3>
<p>Each participant has a pair of keys. The private key signs, and everyone can check the signature with the public one. An entry such as “move two coins from me to you” counts only with the right signature. No one looks up your name; what counts is the key. Losing it means losing the right to sign, which is why <a href="/insights/keys-custody-and-common-sense">custody</a> deserves an article of its own.</p>
<h3>Blocks: pages that hold on to each other</h3>
<p>Entries are collected into blocks. Each block contains the hash of the block before it. Change something in an old block, and its hash no longer fits what the next block says, and so on to the end. To cheat unnoticed you would have to remake every later page in everybody’s copy.</p>
<h3>Consensus: which page comes next</h3>
<p>Two honest computers may see entries in a different order, and some computers are not honest. So there is a rule for who may add the next block. Two families are common:</p>
<ul>
<li><strong>Proof of work.</strong> Computers compete to solve a puzzle that takes a great deal of trial and error. Adding a block costs electricity; rewriting history would cost more than all the others spend. Bitcoin works like this.</li>
<li><strong>Proof of stake.</strong> Participants lock up some of the system’s own coins as a deposit. The rules choose who proposes and who confirms the next block, and those who break the rules can lose their deposit. Ethereum has worked like this since September 2022.</li>
</ul>
<h2 id="what-happens-to-a-payment">What happens to a payment</h2>
<ol>
<li>Your wallet writes the entry and signs it with your private key.</li>
<li>It sends the entry to a few computers, which check the signature and that the coins were not already spent, and pass it on.</li>
<li>A block producer puts it into a new block, usually preferring entries that offer a higher fee.</li>
<li>The other computers check the whole block and add it to their copies.</li>
<li>With each further block it becomes less likely that this one is ever replaced. That is why shops wait for a few <em>confirmations</em>.</li>
</ol>
<h2 id="public-private-and-in-between">Public, private and in between</h2>
<p>On a <em>public</em> chain anyone may read, write and take part in consensus. On a <em>permissioned</em> chain a known group does. The second kind is faster and more private, and its members must trust the group’s rules, which brings it close to an ordinary shared database. Neither is better in itself. Ask who should be able to write, and who should be able to check.</p>
<p>A <em>smart contract</em> is a program that is stored on the chain and run by everyone in the same way. It can hold and move coins by fixed rules. It is neither smart nor necessarily a contract in the legal sense, and a mistake in it is as permanent as anything else there.</p>
<h2 id="what-it-cannot-do">What it cannot do</h2>
<ul>
<li><strong>It does not know what is true.</strong> It keeps what was written. A false statement is preserved as faithfully as a correct one.</li>
<li><strong>It is not private by nature.</strong> Most public chains show every entry to everybody, for good. Addresses are not names, but they can often be linked to people.</li>
<li><strong>It does not undo.</strong> There is no desk that reverses a payment to a thief.</li>
<li><strong>It is not free.</strong> Copies, checks and consensus cost time, fees and energy.</li>
<li><strong>It does not replace rules.</strong> Somebody still writes the software, and people decide whether to run it.</li>
</ul>
<h2 id="where-to-go-from-here">Where to go from here</h2>
<p>Watch one good <a href="https://www.youtube.com/watch?v=bBC-nXj3Ng4">animation</a>, read the <a href="/insights/reading-the-bitcoin-paper">Bitcoin paper in one evening</a>, then choose from the <a href="/education">library</a>. Short answers are on the <a href="/resources/faqs">questions page</a>. And come to an <a href="/events">event</a>: explaining it to someone else is how most of us understood it.</p>
$text$)
on conflict do nothing;

insert into public.articles (id, kind, slug, revision, published_revision, published_at)
values ('00000000-0000-4000-8000-000000007505', 'guide', 'faqs', 1, 1, least('2026-01-01T12:00:00-10:00', now()))
on conflict do nothing;
insert into public.article_revisions (article_id, number, slug, title, excerpt, category, shown_on, picture_path, picture_alt, words, renderer, published_at, outline, markdown, html)
values ('00000000-0000-4000-8000-000000007505', 1, 'faqs', 'Frequently asked questions', 'Short answers about blockchains, wallets, fraud, the law in Hawaiʻi, and how our meetups, waitlists and newsletter work.', null, null, null, null, 754, 'markdown-it 15.0.3, articles 5', least('2026-01-01T12:00:00-10:00', now()),
  '[{"id":"what-is-a-blockchain-in-one-sentence","text":"What is a blockchain, in one sentence?"},{"id":"is-a-blockchain-the-same-as-bitcoin","text":"Is a blockchain the same as Bitcoin?"},{"id":"do-i-need-to-own-any-cryptocurrency-to-take-part","text":"Do I need to own any cryptocurrency to take part?"},{"id":"do-you-give-investment-advice","text":"Do you give investment advice?"},{"id":"is-it-anonymous","text":"Is it anonymous?"},{"id":"what-happens-if-i-lose-my-keys","text":"What happens if I lose my keys?"},{"id":"how-do-i-recognize-a-fraud","text":"How do I recognize a fraud?"},{"id":"does-it-waste-energy","text":"Does it waste energy?"},{"id":"do-companies-that-deal-in-digital-currency-need-a-license-in-hawaii","text":"Do companies that deal in digital currency need a license in Hawaiʻi?"},{"id":"do-i-have-to-pay-taxes-on-it","text":"Do I have to pay taxes on it?"},{"id":"what-is-bitcoin-pizza-day","text":"What is Bitcoin Pizza Day?"},{"id":"who-can-come-to-your-events","text":"Who can come to your events?"},{"id":"how-does-a-waitlist-work","text":"How does a waitlist work?"},{"id":"how-do-i-leave-the-newsletter-or-a-waitlist","text":"How do I leave the newsletter or a waitlist?"},{"id":"can-i-suggest-a-resource-a-talk-or-an-article","text":"Can I suggest a resource, a talk or an article?"}]',
  $text$## What is a blockchain, in one sentence?

A record that many computers keep together, so that entries are added by agreed rules and old entries cannot be changed unnoticed. The longer answer is in [Blockchain basics](/resources/blockchain-basics).

## Is a blockchain the same as Bitcoin?

No. Bitcoin is one system, the first of its kind, and its ledger is a blockchain. There are many others, with different rules and purposes, and not all of them have a coin that is traded.

## Do I need to own any cryptocurrency to take part?

No. Most of what we teach needs paper and a browser. When a workshop uses a network, it can use a *test network*, where coins have no value and cost nothing.

## Do you give investment advice?

No. We do not recommend buying, selling or holding anything, and nobody at our events may do so in our name. Ask a qualified adviser who is paid by you and not by the seller.

## Is it anonymous?

Usually not. On most public blockchains every transaction can be seen by anybody, permanently. The entries carry addresses instead of names, and addresses can often be linked to people, for example through a company where they bought or sold coins.

## What happens if I lose my keys?

If you hold them yourself and have no backup, the coins can no longer be moved, by you or by anyone else. If a company holds them, you depend on that company. [Keys, custody and common sense](/insights/keys-custody-and-common-sense) helps with choosing and with making a backup that works.

## How do I recognize a fraud?

Somebody hurries you, guarantees a profit, asks for your seed phrase, or tells you to pay at a crypto machine. Each of these is enough to stop. The [Federal Trade Commission](https://consumer.ftc.gov/articles/what-know-about-cryptocurrency-and-scams) describes the common patterns. Report it to the [Internet Crime Complaint Center](https://www.ic3.gov/). We never write first to ask for money, keys or words.

## Does it waste energy?

It depends on the system. Proof of work, which Bitcoin uses, consumes a great deal of electricity by design. Proof of stake, which Ethereum has used since September 2022, needs a tiny fraction of that. Ask which system is meant before you discuss the number.

## Do companies that deal in digital currency need a license in Hawaiʻi?

From 2020 to June 30, 2024, the State ran a pilot called the Digital Currency Innovation Lab. Since it ended, the Division of Financial Institutions has said that such companies no longer need a Hawaiʻi money transmitter license; federal requirements continue to apply. This can change, and it is no legal advice: check with the [Division of Financial Institutions](https://cca.hawaii.gov/dfi/).

## Do I have to pay taxes on it?

In the United States digital assets are treated as property for federal tax purposes, and selling or spending them can be taxable. The [Internal Revenue Service](https://www.irs.gov/filing/digital-assets) explains the rules; for the State, ask the [Department of Taxation](https://tax.hawaii.gov/) or a tax professional.

## What is Bitcoin Pizza Day?

On May 22, 2010, Laszlo Hanyecz paid 10,000 bitcoin for two pizzas, the best-known early purchase of a thing with bitcoin. People meet on that date each year, mostly to eat pizza. See [our events](/events).

## Who can come to your events?

Anybody who is curious, beginners above all. Spots are limited where an event says so. If you need something in order to take part, such as step-free access or an interpreter, [tell us](/contact) and we will see what the venue can do.

## How does a waitlist work?

You leave your name and email address, and we write to you with news of the event, for example when tickets become available. It reserves nothing; at an event with free reservations on this site, people on its waitlist are offered spots that become free, in order. For an event that is over, the list is for its next edition. How long we keep the entry is in the [Privacy Policy](/privacy).

## How do I leave the newsletter or a waitlist?

Use the link in our emails: it opens a page where you can leave. If you got no email, write to us through the [contact page](/contact). You do not have to give a reason.

## Can I suggest a resource, a talk or an article?

Please do: a resource or an event elsewhere [by this form](/suggest), a talk or an article on the [contact page](/contact). We look for works that are free to read, honest about their limits and useful to someone who is not an insider. If you made it yourself, say so.
$text$,
  $text$<h2 id="what-is-a-blockchain-in-one-sentence">What is a blockchain, in one sentence?</h2>
<p>A record that many computers keep together, so that entries are added by agreed rules and old entries cannot be changed unnoticed. The longer answer is in <a href="/resources/blockchain-basics">Blockchain basics</a>.</p>
<h2 id="is-a-blockchain-the-same-as-bitcoin">Is a blockchain the same as Bitcoin?</h2>
<p>No. Bitcoin is one system, the first of its kind, and its ledger is a blockchain. There are many others, with different rules and purposes, and not all of them have a coin that is traded.</p>
<h2 id="do-i-need-to-own-any-cryptocurrency-to-take-part">Do I need to own any cryptocurrency to take part?</h2>
<p>No. Most of what we teach needs paper and a browser. When a workshop uses a network, it can use a <em>test network</em>, where coins have no value and cost nothing.</p>
<h2 id="do-you-give-investment-advice">Do you give investment advice?</h2>
<p>No. We do not recommend buying, selling or holding anything, and nobody at our events may do so in our name. Ask a qualified adviser who is paid by you and not by the seller.</p>
<h2 id="is-it-anonymous">Is it anonymous?</h2>
<p>Usually not. On most public blockchains every transaction can be seen by anybody, permanently. The entries carry addresses instead of names, and addresses can often be linked to people, for example through a company where they bought or sold coins.</p>
<h2 id="what-happens-if-i-lose-my-keys">What happens if I lose my keys?</h2>
<p>If you hold them yourself and have no backup, the coins can no longer be moved, by you or by anyone else. If a company holds them, you depend on that company. <a href="/insights/keys-custody-and-common-sense">Keys, custody and common sense</a> helps with choosing and with making a backup that works.</p>
<h2 id="how-do-i-recognize-a-fraud">How do I recognize a fraud?</h2>
<p>Somebody hurries you, guarantees a profit, asks for your seed phrase, or tells you to pay at a crypto machine. Each of these is enough to stop. The <a href="https://consumer.ftc.gov/articles/what-know-about-cryptocurrency-and-scams">Federal Trade Commission</a> describes the common patterns. Report it to the <a href="https://www.ic3.gov/">Internet Crime Complaint Center</a>. We never write first to ask for money, keys or words.</p>
<h2 id="does-it-waste-energy">Does it waste energy?</h2>
<p>It depends on the system. Proof of work, which Bitcoin uses, consumes a great deal of electricity by design. Proof of stake, which Ethereum has used since September 2022, needs a tiny fraction of that. Ask which system is meant before you discuss the number.</p>
<h2 id="do-companies-that-deal-in-digital-currency-need-a-license-in-hawaii">Do companies that deal in digital currency need a license in Hawaiʻi?</h2>
<p>From 2020 to June 30, 2024, the State ran a pilot called the Digital Currency Innovation Lab. Since it ended, the Division of Financial Institutions has said that such companies no longer need a Hawaiʻi money transmitter license; federal requirements continue to apply. This can change, and it is no legal advice: check with the <a href="https://cca.hawaii.gov/dfi/">Division of Financial Institutions</a>.</p>
<h2 id="do-i-have-to-pay-taxes-on-it">Do I have to pay taxes on it?</h2>
<p>In the United States digital assets are treated as property for federal tax purposes, and selling or spending them can be taxable. The <a href="https://www.irs.gov/filing/digital-assets">Internal Revenue Service</a> explains the rules; for the State, ask the <a href="https://tax.hawaii.gov/">Department of Taxation</a> or a tax professional.</p>
<h2 id="what-is-bitcoin-pizza-day">What is Bitcoin Pizza Day?</h2>
<p>On May 22, 2010, Laszlo Hanyecz paid 10,000 bitcoin for two pizzas, the best-known early purchase of a thing with bitcoin. People meet on that date each year, mostly to eat pizza. See <a href="/events">our events</a>.</p>
<h2 id="who-can-come-to-your-events">Who can come to your events?</h2>
<p>Anybody who is curious, beginners above all. Spots are limited where an event says so. If you need something in order to take part, such as step-free access or an interpreter, <a href="/contact">tell us</a> and we will see what the venue can do.</p>
<h2 id="how-does-a-waitlist-work">How does a waitlist work?</h2>
<p>You leave your name and email address, and we write to you with news of the event, for example when tickets become available. It reserves nothing; at an event with free reservations on this site, people on its waitlist are offered spots that become free, in order. For an event that is over, the list is for its next edition. How long we keep the entry is in the <a href="/privacy">Privacy Policy</a>.</p>
<h2 id="how-do-i-leave-the-newsletter-or-a-waitlist">How do I leave the newsletter or a waitlist?</h2>
<p>Use the link in our emails: it opens a page where you can leave. If you got no email, write to us through the <a href="/contact">contact page</a>. You do not have to give a reason.</p>
<h2 id="can-i-suggest-a-resource-a-talk-or-an-article">Can I suggest a resource, a talk or an article?</h2>
<p>Please do: a resource or an event elsewhere <a href="/suggest">by this form</a>, a talk or an article on the <a href="/contact">contact page</a>. We look for works that are free to read, honest about their limits and useful to someone who is not an insider. If you made it yourself, say so.</p>
$text$)
on conflict do nothing;

insert into public.articles (id, kind, slug, revision, published_revision, published_at)
values ('00000000-0000-4000-8000-000000007506', 'guide', 'research', 1, 1, least('2026-01-01T12:00:00-10:00', now()))
on conflict do nothing;
insert into public.article_revisions (article_id, number, slug, title, excerpt, category, shown_on, picture_path, picture_alt, words, renderer, published_at, outline, markdown, html)
values ('00000000-0000-4000-8000-000000007506', 1, 'research', 'Research', 'How to read research on blockchains with care, and a short list of primary sources that are free to read and worth the time.', null, null, null, null, 630, 'markdown-it 15.0.3, articles 5', least('2026-01-01T12:00:00-10:00', now()),
  '[{"id":"how-to-read-a-paper","text":"How to read a paper"},{"id":"questions-to-ask-of-any-source","text":"Questions to ask of any source"},{"id":"primary-sources","text":"Primary sources"},{"id":"where-new-work-appears","text":"Where new work appears"},{"id":"reading-together","text":"Reading together"}]',
  $text$There is more written about blockchains than anyone can read, and much of it wants to sell something. Primary sources are the cure: the papers in which an idea was first set down, the specifications that the software follows, the measurements with their data. This page says how we read them, and where to begin.

## How to read a paper

1. **Abstract and conclusion first.** Write down in one sentence what the authors claim. If you cannot, read the abstract again before going on.
2. **Then the model.** Which attackers do they imagine? How many participants are honest? Is the network fast, slow or sometimes cut off? A proof holds inside its assumptions and nowhere else.
3. **Then the evidence.** Is it a proof, a simulation, a measurement or an argument? Each can be good. They do not show the same thing.
4. **Figures before formulas.** Look at the axes, the units and the years.
5. **What is missing.** Good papers have a section on limits. If it is absent, write it yourself.

## Questions to ask of any source

- **Who wrote it, and who paid?** Holding the coin that one writes about is common here. It should be disclosed.
- **Was it reviewed?** A *preprint* has not been. Papers at conferences such as Financial Cryptography, IEEE S&P, USENIX Security or ACM CCS have been, by other researchers. A *white paper* may be anything from a landmark to an advertisement.
- **Which version?** Preprints and specifications change. Note the date on which you read them.
- **Can it be repeated?** Look for code and data. Ledgers are public, so a claim about them can often be checked.
- **Does the number mean what the headline says?** Transactions are not people, addresses are not users, and volume is not value.

> A white paper describes what somebody hopes to build. A specification describes what the software must do. A measurement describes what happened.

## Primary sources

All of these can be read free of charge. They are ordered by how much background they need.

- [Bitcoin: A Peer-to-Peer Electronic Cash System](https://bitcoin.org/bitcoin.pdf), Satoshi Nakamoto, 2008. Nine pages; our [reading guide](/insights/reading-the-bitcoin-paper) goes with it.
- [Blockchain Technology Overview, NISTIR 8202](https://csrc.nist.gov/pubs/ir/8202/final), National Institute of Standards and Technology, 2018. Definitions, limits and misconceptions, without a product in sight.
- [Ethereum white paper](https://ethereum.org/en/whitepaper/), Vitalik Buterin, first circulated in 2013. Why one might want a ledger that runs programs.
- [The Bitcoin Improvement Proposals](https://github.com/bitcoin/bips). The documents in which changes to Bitcoin are proposed, argued and recorded.
- [The Ethereum Improvement Proposals](https://eips.ethereum.org/). The same for Ethereum, including the standards for tokens.
- [The Bitcoin Lightning Network](https://lightning.network/lightning-network-paper.pdf), Joseph Poon and Thaddeus Dryja, 2016. Payments that settle on the chain only when they need to.
- [Majority Is Not Enough: Bitcoin Mining Is Vulnerable](https://arxiv.org/abs/1311.0243), Ittay Eyal and Emin Gün Sirer, 2013. How a minority of miners can gain more than its share, and a good example of checking a paper’s assumptions.
- [Flash Boys 2.0](https://arxiv.org/abs/1904.05234), Philip Daian and others, 2019. What happens when the order of transactions is itself worth money.
- [Combining GHOST and Casper](https://arxiv.org/abs/2003.03052), Vitalik Buterin and others, 2020. The design behind Ethereum’s proof of stake.
- [Ethereum yellow paper](https://ethereum.github.io/yellowpaper/paper.pdf), Gavin Wood and contributors. A formal specification of the execution layer; hard, and worth a look for its precision.
- [Ethereum consensus specifications](https://github.com/ethereum/consensus-specs). The rules as readable code.

## Where new work appears

- [Cryptology ePrint Archive](https://eprint.iacr.org/), run by the International Association for Cryptologic Research: preprints on cryptography.
- [arXiv, Cryptography and Security](https://arxiv.org/list/cs.CR/recent): preprints from computer science.
- [Bitcoin Optech](https://bitcoinops.org/): a weekly newsletter that summarizes technical work on Bitcoin, with links to the sources.
- [Ethereum Research](https://ethresear.ch/): the forum in which protocol researchers think aloud. Expect drafts.

## Reading together

A paper is easier in company. If you would like to read one with others, or if you do research in Hawaiʻi that belongs on this page, [write to us](/contact).
$text$,
  $text$<p>There is more written about blockchains than anyone can read, and much of it wants to sell something. Primary sources are the cure: the papers in which an idea was first set down, the specifications that the software follows, the measurements with their data. This page says how we read them, and where to begin.</p>
<h2 id="how-to-read-a-paper">How to read a paper</h2>
<ol>
<li><strong>Abstract and conclusion first.</strong> Write down in one sentence what the authors claim. If you cannot, read the abstract again before going on.</li>
<li><strong>Then the model.</strong> Which attackers do they imagine? How many participants are honest? Is the network fast, slow or sometimes cut off? A proof holds inside its assumptions and nowhere else.</li>
<li><strong>Then the evidence.</strong> Is it a proof, a simulation, a measurement or an argument? Each can be good. They do not show the same thing.</li>
<li><strong>Figures before formulas.</strong> Look at the axes, the units and the years.</li>
<li><strong>What is missing.</strong> Good papers have a section on limits. If it is absent, write it yourself.</li>
</ol>
<h2 id="questions-to-ask-of-any-source">Questions to ask of any source</h2>
<ul>
<li><strong>Who wrote it, and who paid?</strong> Holding the coin that one writes about is common here. It should be disclosed.</li>
<li><strong>Was it reviewed?</strong> A <em>preprint</em> has not been. Papers at conferences such as Financial Cryptography, IEEE S&amp;P, USENIX Security or ACM CCS have been, by other researchers. A <em>white paper</em> may be anything from a landmark to an advertisement.</li>
<li><strong>Which version?</strong> Preprints and specifications change. Note the date on which you read them.</li>
<li><strong>Can it be repeated?</strong> Look for code and data. Ledgers are public, so a claim about them can often be checked.</li>
<li><strong>Does the number mean what the headline says?</strong> Transactions are not people, addresses are not users, and volume is not value.</li>
</ul>
<blockquote>
<p>A white paper describes what somebody hopes to build. A specification describes what the software must do. A measurement describes what happened.</p>
</blockquote>
<h2 id="primary-sources">Primary sources</h2>
<p>All of these can be read free of charge. They are ordered by how much background they need.</p>
<ul>
<li><a href="https://bitcoin.org/bitcoin.pdf">Bitcoin: A Peer-to-Peer Electronic Cash System</a>, Satoshi Nakamoto, 2008. Nine pages; our <a href="/insights/reading-the-bitcoin-paper">reading guide</a> goes with it.</li>
<li><a href="https://csrc.nist.gov/pubs/ir/8202/final">Blockchain Technology Overview, NISTIR 8202</a>, National Institute of Standards and Technology, 2018. Definitions, limits and misconceptions, without a product in sight.</li>
<li><a href="https://ethereum.org/en/whitepaper/">Ethereum white paper</a>, Vitalik Buterin, first circulated in 2013. Why one might want a ledger that runs programs.</li>
<li><a href="https://github.com/bitcoin/bips">The Bitcoin Improvement Proposals</a>. The documents in which changes to Bitcoin are proposed, argued and recorded.</li>
<li><a href="https://eips.ethereum.org/">The Ethereum Improvement Proposals</a>. The same for Ethereum, including the standards for tokens.</li>
<li><a href="https://lightning.network/lightning-network-paper.pdf">The Bitcoin Lightning Network</a>, Joseph Poon and Thaddeus Dryja, 2016. Payments that settle on the chain only when they need to.</li>
<li><a href="https://arxiv.org/abs/1311.0243">Majority Is Not Enough: Bitcoin Mining Is Vulnerable</a>, Ittay Eyal and Emin Gün Sirer, 2013. How a minority of miners can gain more than its share, and a good example of checking a paper’s assumptions.</li>
<li><a href="https://arxiv.org/abs/1904.05234">Flash Boys 2.0</a>, Philip Daian and others, 2019. What happens when the order of transactions is itself worth money.</li>
<li><a href="https://arxiv.org/abs/2003.03052">Combining GHOST and Casper</a>, Vitalik Buterin and others, 2020. The design behind Ethereum’s proof of stake.</li>
<li><a href="https://ethereum.github.io/yellowpaper/paper.pdf">Ethereum yellow paper</a>, Gavin Wood and contributors. A formal specification of the execution layer; hard, and worth a look for its precision.</li>
<li><a href="https://github.com/ethereum/consensus-specs">Ethereum consensus specifications</a>. The rules as readable code.</li>
</ul>
<h2 id="where-new-work-appears">Where new work appears</h2>
<ul>
<li><a href="https://eprint.iacr.org/">Cryptology ePrint Archive</a>, run by the International Association for Cryptologic Research: preprints on cryptography.</li>
<li><a href="https://arxiv.org/list/cs.CR/recent">arXiv, Cryptography and Security</a>: preprints from computer science.</li>
<li><a href="https://bitcoinops.org/">Bitcoin Optech</a>: a weekly newsletter that summarizes technical work on Bitcoin, with links to the sources.</li>
<li><a href="https://ethresear.ch/">Ethereum Research</a>: the forum in which protocol researchers think aloud. Expect drafts.</li>
</ul>
<h2 id="reading-together">Reading together</h2>
<p>A paper is easier in company. If you would like to read one with others, or if you do research in Hawaiʻi that belongs on this page, <a href="/contact">write to us</a>.</p>
$text$)
on conflict do nothing;
