import type { MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core';

import type { UserDetails } from '../../../storage/users.ts';
import { TaskError, type TaskContext } from '../../server/task.ts';

const shortestPassword = 12;
const longestPassword = 256;

/**
 * The number of guesses that a password must withstand. An attacker who has the hash needs about a
 * quarter of a second per guess on one CPU core, or 2,400 years in total.
 */
const minGuesses = 3e11;
/**
 * Each word counts as at least this many guesses: `word` in passwords of up to four words,
 * `sentence` in longer ones.
 */
const minGuessesOf = { word: 50, sentence: 500 };
const wordsOfSentence = 5;
/** Only this many characters are checked, because the time grows with their square. */
const maxChecked = 48;

/** Words that are common in local passwords. They are added to zxcvbn's own dictionaries. */
const dictionary = {
  'a word from our industry': `association office secretariat member members membership committee council
    board chairman chairperson president treasurer secretary director management admin administrator
    enquiry enquiries staff guild institute society chamber federation agenda minutes agm popia paia
    welcome password passphrase wagwoord letmein changeme login access secure security test temp
    default company business`,
  'a season, month or day': `summer winter autumn spring somer herfs lente january february march
    april may june july august september october november december januarie februarie maart mei
    junie julie augustus oktober desember monday tuesday wednesday thursday friday saturday sunday
    maandag dinsdag woensdag donderdag vrydag saterdag sondag christmas easter weekend today`,
  'a South African place or word': `southafrica africa mzansi gauteng limpopo mpumalanga kwazulu
    natal kwazulunatal freestate westerncape easterncape northerncape northwest cape town capetown
    kaapstad johannesburg joburg jozi jhb pretoria tshwane durban ethekwini sandton rosebank midrand
    centurion randburg roodepoort soweto fourways bryanston hydepark parktown melrose illovo morningside
    sunninghill rivonia woodmead edenvale kemptonpark benoni boksburg germiston alberton springs brakpan
    krugersdorp vereeniging vanderbijlpark rustenburg polokwane mbombela nelspruit witbank emalahleni
    secunda ermelo bloemfontein mangaung welkom bethlehem kimberley upington potchefstroom klerksdorp
    mahikeng portelizabeth gqeberha eastlondon mthatha makhanda grahamstown queenstown jeffreysbay
    george knysna mosselbay oudtshoorn plettenberg hermanus paarl stellenbosch franschhoek worcester
    somersetwest bellville constantia claremont rondebosch camps bay seapoint waterfront milnerton
    pietermaritzburg msunduzi umhlanga ballito richardsbay newcastle ladysmith amanzimtoti pinetown
    hillcrest margate springbok springboks bokke protea proteas bafana rugby cricket braai biltong
    madiba mandela ubuntu amandla nkosi sikelela sawubona simunye shosholoza afrikaans zulu xhosa sotho rand
    kaizer chiefs pirates sundowns stormers sharks bulls lions`,
};

let zxcvbn: Promise<ZxcvbnFactory> | undefined;

/** Checks that a password is hard to guess. @throws TaskError that says why it is refused. */
export async function checkPassword(
  { letters }: Pick<TaskContext, 'letters'>,
  password: string,
  { username, name = '', email = '' }: UserDetails & { username: string },
): Promise<void> {
  function refuse(fault: string): never {
    throw new TaskError('invalid', `The password ${fault}`);
  }
  const { length } = Array.from(password);
  if (length < shortestPassword) refuse(`must have at least ${shortestPassword} characters.`);
  if (length > longestPassword) refuse(`must have at most ${longestPassword} characters.`);
  if (/\p{Cc}/u.test(password)) refuse('must not contain control characters.');
  if (password.toLowerCase().includes(username.toLowerCase())) {
    refuse('must not contain the username.');
  }
  const own = [username, name, email.replace(/@.*/, ''), letters.company.name];
  const inputs = own.flatMap((text) => [text, ...text.split(/[^\p{L}\d]+/u)]);
  const checker = await (zxcvbn ??= loadZxcvbn());
  const found = weakest(checker, password.slice(0, maxChecked), inputs.filter(Boolean));
  if (found.guesses >= minGuesses) return;
  const kinds = [...new Set(found.matches.flatMap(kindOf))];
  const because = kinds.length > 0 ? `: it contains ${list.format(kinds)}` : '';
  refuse(`is too easy to guess${because}. Four unrelated words make a good password.`);
}

const list = new Intl.ListFormat('en-ZA');

/**
 * Estimates the guesses for a password as a whole, and as separate words with the symbols and
 * digits that join them, because zxcvbn overrates joined words. Repeated words and joining symbols
 * count once. Returns the lowest estimate.
 */
function weakest(checker: ZxcvbnFactory, password: string, inputs: string[]) {
  const whole = [password, withoutShift(password)].map((text) => {
    const { guesses, sequence: matches } = checker.check(text, inputs);
    return { guesses, matches };
  });
  const joined = [password, withoutLeet(password)].map((text) => {
    const pieces = [...new Set(text.normalize('NFC').match(wordsAndJoiners))];
    const words = pieces.filter((piece) => /\p{L}/u.test(piece)).length;
    const least = words < wordsOfSentence ? minGuessesOf.word : minGuessesOf.sentence;
    const results = pieces.map((piece) => checker.check(piece, inputs));
    const guesses = results.reduce((product, { password: { length }, sequence }) => {
      // Multiplies only the guesses of the parts, without zxcvbn's factor for each further part.
      const count = sequence.reduce(
        (all, part) => ('guesses' in part ? all * Number(part.guesses) : all),
        1,
      );
      return product * (length > 1 ? Math.max(least, count) : count);
    }, 1);
    return { guesses, matches: results.flatMap(({ sequence }) => sequence) };
  });
  return [...whole, ...joined].reduce((least, way) => (way.guesses < least.guesses ? way : least));
}

/** Matches words, split at capitals, and the symbols and digits between words. */
const wordsAndJoiners = /\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{Lu}+(?!\p{Ll})|\p{L}|[^\p{L}\p{M}]+/gu;

/** Replaces shifted digits: `!QAZ2wsx` becomes `1QAZ2wsx`. */
function withoutShift(password: string): string {
  return password.replace(/[!@#$%^&*]/g, (sign) => String('!@#$%^&*'.indexOf(sign) + 1));
}

/** Replaces symbols and digits that stand for letters: `P@$$w0rd` becomes `Password`. */
function withoutLeet(password: string): string {
  const among = /(?<=^|\p{L})[@4831!0$57]+(?=\p{L})/gu;
  return password.replace(among, (signs) =>
    signs.replace(/./g, (sign) => 'aabeiiosst'.charAt('@4831!0$57'.indexOf(sign))),
  );
}

/** Says what a part of a password is, such as 'a year'. Empty for a random part. */
function kindOf({ pattern, dictionaryName }: MatchExtended): string[] {
  const name = String(dictionaryName);
  if (pattern === 'dictionary' && name in dictionary) return [name];
  const kinds: Partial<Record<string, string>> = {
    dictionary: /^userInputs/.test(name)
      ? 'your own or the firm’s name'
      : /names/.test(name)
        ? 'a common name'
        : /^passwords/.test(name)
          ? 'a common password'
          : 'common words',
    wordSequence: 'common words',
    spatial: 'a keyboard pattern',
    sequence: 'a sequence',
    repeat: 'repeated characters',
    regex: 'a year',
    date: 'a date',
  };
  const kind = kinds[pattern];
  return kind ? [kind] : [];
}

/** Loads zxcvbn on first use, because loading it ranks tens of thousands of words. */
async function loadZxcvbn(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  const own: Record<string, string[]> = Object.fromEntries(
    Object.entries(dictionary).map(([name, words]) => [name, words.split(/\s+/)]),
  );
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary, ...own },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: 20,
  });
}
