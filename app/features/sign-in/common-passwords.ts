import { lengthOf } from "../../platform/text/text.ts";

/** The most frequent leaked passwords of 12 or more characters; shorter ones are rejected anyway. */
const leaked = listOf(`
  password1234 password12345 password123456 password1234567 passwordpassword passw0rd1234 p@ssw0rd1234
  p@ssword1234 mypassword123 mypassword1234 yourpassword newpassword1 newpassword123 oldpassword1
  oldpassword123 thepassword1 thisismypassword thisisapassword nopassword123 secretpassword supersecret1
  supersecret123 topsecret123 topsecret1234 verysecret123 correcthorse correcthorsebatterystaple correct-horse-battery-staple
  qwertyuiop12 qwertyuiop123 qwertyuiop1234 qwertyuiop12345 qwertyuiopas qwertyuiopasdf qwertyuiopasdfgh
  qwertyuiopasdfghjkl qwertyuiop[] qwertyuiop[]\\ qwertyasdfgh qwerty123456 qwerty1234567 qwerty12345678
  qwertyqwerty qwertyqwerty1 qwerty123qwerty asdfghjkl123 asdfghjkl1234 asdfghjklzxcvbnm asdfasdfasdf
  asdfghasdfgh zxcvbnm12345 zxcvbnm123456 zxcvbnmasdfghjkl zxcvbnzxcvbn zaq12wsxcde3 zaq1xsw2cde3
  zaq1zaq1zaq1 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i !qaz2wsx3edc
  qazwsxedcrfv qazwsxedcrfvtgb qazwsxedc123 1qazxsw23edc q1w2e3r4t5y6 q1w2e3r4t5y6u7 123456789012
  1234567890123 12345678901234 123456789012345 1234567890123456 123456789101112 1234567891011 123456789abc
  123456789qwe 123456789asd 12345678abcd 123456qwerty 12345qwert12345 1234qwerasdf 1234qwerasdfzxcv
  1234567890qwe 1234567890abc 1234567890qwerty 123123123123 123321123321 112233445566 111222333444
  121212121212 102030405060 987654321012 9876543210123 098765432109 147258369147 159357159357
  789456123789 789456123000 741852963741 147852369147 abcdefghijkl abcdefghijklm abcdefghijklmnop
  abcdefgh1234 abcdefg12345 abcd1234abcd abc123abc123 abc123456789 abcabcabcabc a1b2c3d4e5f6
  a1b2c3d4e5f6g7 aa123456789a a123456789012 q123456789012 iloveyou1234 iloveyou12345 iloveyou123456
  iloveyouforever iloveyousomuch iloveyoubaby iloveyou4ever ilovemyfamily ilovemymother ilovemyself1
  iloveme12345 ilovejesus123 loveyouforever loveloveloveloveme lovelovelove letmeinletmein letmeinplease
  letmein12345 letmein123456 welcome12345 welcome123456 welcome1234567 welcomewelcome welcomehome1
  welcomeback1 administrator administrator1 administrator123 admin1234567 admin12345678 admin123456789
  adminadminadmin adminpassword adminpassword1 superadmin123 superuser1234 rootpassword rootroot1234
  rootrootroot changeme1234 changeme12345 changemenow1 changeit1234 temporary123 temppassword
  testpassword testpassword1 testtesttest test12345678 testing12345 guestguest12 defaultpassword
  football1234 football12345 baseball1234 basketball12 basketball123 princess1234 princess12345
  sunshine1234 sunshine12345 superman1234 superman12345 batman123456 spiderman123 dragon123456
  master123456 michael12345 jennifer1234 jordan23jordan liverpool123 chelsea12345 arsenal12345
  manchester123 barcelona123 starwars1234 pokemon12345 minecraft123 minecraft1234 computer1234
  internet1234 whatever1234 trustno1trustno1 shadow123456 monkey123456 monkeymonkey charlie12345
  freedom12345 blink182blink182 unbelievable congratulations christopher1 alexander123 elizabeth123
  trinitytrinity jesuschrist1 jesuslovesme godisgoodallthetime maythefourth nevergiveup1 november2025
  december2025 summer202020 winter202020 january12345 samsung12345 samsunggalaxy
`);

/** Words that a password for this site may not consist of, with digits and symbols around them. */
const obvious = listOf(`
  password passwort passphrase passw0rd p@ssword p@ssw0rd qwerty qwertyuiop letmein
  welcome admin administrator changeme secret iloveyou login test user
  root master default aloha alohaaloha mahalo ohana hawaii hawaiian
  hawaiiblockchain hawaiiblockchaincommunity hawaiicommunity alohahawaii hawaiialoha blockchainhawaii blockchain blockchaincommunity community
  honolulu honoluluhawaii waikiki bitcoin bitcoinpizza bitcoinpizzaday ethereum ethhawaii satoshi
  satoshinakamoto crypto cryptocurrency pizzaparty globalpizzaparty hodl tothemoon summer winter
  spring autumn
`);

const rows = ["0123456789", "9876543210", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm"].map(
  (row) => row.repeat(4),
);

/**
 * Whether an attacker would guess this password early: a leaked one, a word of this site or the account's own name with
 * digits and symbols around it, a repetition, or a row of keys.
 */
export function isCommonPassword(password: string, email: string): boolean {
  const text = password.toLowerCase();
  const core = lettersOf(toLastLetter(text).replace(/^[^a-z]+/, ""));
  const [name = ""] = email.toLowerCase().split("@");
  return (
    leaked.has(text) ||
    leaked.has(toLastLetter(text)) ||
    obvious.has(core) ||
    text === email.toLowerCase() ||
    (lengthOf(name) > 3 && core === lettersOf(name)) ||
    isRepeated(text) ||
    isRepeated(core) ||
    rows.some((row) => row.includes(text))
  );
}

/** Removes digits and symbols from the end; a regex for those would take quadratic time. */
const toLastLetter = (text: string) => /^.*[a-z]/s.exec(text)?.[0] ?? "";

/** Keeps only ASCII letters and digits, so that Hawaiʻi, "hawai'i" and "hawaii" are the same word. */
const lettersOf = (text: string) => toLastLetter(text.normalize("NFD").replace(/[^a-z0-9@]/g, ""));

const isRepeated = (text: string) => /^(.{1,4})\1{2,}.{0,3}$/u.test(text) || /^(.{5,})\1+$/u.test(text);

function listOf(words: string): Set<string> {
  return new Set(words.trim().split(/\s+/));
}
