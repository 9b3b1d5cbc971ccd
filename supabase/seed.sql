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

-- Honolulu is ten hours behind UTC all year. The ticket link of bitcoin is a sample and leads to no shop.
insert into public.events
  (
    key, title, starts_at, ends_at, date_precision, time_note, place, attendee_limit, summary, about,
    ticket_url, poster_path, poster_alt, poster_width, poster_height, status, is_published, tab_order, tab_label
  )
values
  (
    'bitcoin', 'Bitcoin Pizza Day 2025',
    '2025-05-22 18:00:00-10', '2025-05-22 20:00:00-10', 'exact', null,
    'Co-working space in Kahala', 50,
    'An evening with pizza in memory of the first well-known purchase made with bitcoin.',
    E'On May 22, 2010, Laszlo Hanyecz paid 10,000 bitcoin for two pizzas. People all over the world meet on that day to eat pizza and to talk about what has become of the idea.\n\nBeginners are welcome. Nobody needs to own or buy anything, and there is time for questions.',
    'https://example.org/sample-tickets/bitcoin-pizza-day-2025',
    '/Images/bitcoin-pizza-day.svg', 'Poster for Bitcoin Pizza Day: a pizza as the sun setting into the sea', 800, 1000,
    'scheduled', true, 1, 'Bitcoin Pizza Day'
  ),
  (
    'ethereum', 'ETH Hawaii',
    '2026-07-01 00:00:00-10', null, 'quarter', 'Multiple sessions throughout the day',
    'Honolulu', 200,
    'Three days of workshops, keynotes and networking.',
    E'ETH Hawaii brings together people who build on Ethereum and people who want to understand it: three days of workshops, keynotes and networking.\n\nThe workshops range from a first smart contract to research.',
    null,
    '/Images/eth-hawaii.svg', 'Poster for ETH Hawaii: a ring of fishing floats on the sea at night', 800, 1000,
    'scheduled', true, 2, 'ETH Hawaii'
  ),
  (
    'global-pizza-party', '5th Annual Global Pizza Party 2025',
    '2025-05-22 18:00:00-10', '2025-05-22 21:00:00-10', 'exact', null,
    'Co-working hub in Honolulu', 100,
    'Our part of the pizza party that blockchain communities hold around the world on May 22.',
    E'On Bitcoin Pizza Day, communities in many cities share a meal and see who else is interested in this technology. This is the table in Honolulu.\n\nCome to eat, listen and ask. No knowledge is needed.',
    null,
    '/Images/global-pizza-party-flyer.svg', 'Flyer for the 5th Annual Global Pizza Party 2025', 800, 1000,
    'scheduled', true, null, null
  ),
  (
    'blockchain-basics-workshop', 'Blockchain Basics Workshop',
    '2023-06-15 18:00:00-10', null, 'exact', null,
    'Honolulu', null,
    'An introduction to blockchains for people without any background.',
    'What a blockchain is, how it keeps its record honest and what it cannot do, in plain words and with paper and pencil.',
    null, null, null, null, null,
    'scheduled', true, null, null
  ),
  (
    'nft-art-showcase', 'NFT Art & Collectibles Showcase',
    '2023-06-28 19:00:00-10', null, 'exact', null,
    'Honolulu', null,
    'Digital art and collectibles, and a conversation about what owning them means.',
    'A look at digital works and at the tokens that record who holds them, with time to ask what such a token proves and what it does not.',
    null, null, null, null, null,
    'scheduled', true, null, null
  )
on conflict do nothing;
