/** A text as people read it, however its characters were made. */
export interface PlainText {
  /** With the capitals that it has, and with one blank for several. */
  text: string;
  /** How often characters that nobody sees part the letters of a Latin word. */
  hidden: number;
  /** How many Latin words have letters of other alphabets that look like theirs. */
  mixed: number;
  /** How many Latin letters are of the kinds that Unicode has for mathematics and East Asia. */
  styled: number;
}

/** Makes a text plain, in time that grows with its length and no faster. */
export function makePlain(typed: string): PlainText {
  if (!beyondAscii.test(typed)) {
    return { text: withUsualSigns(joinLetters(typed)), hidden: 0, mixed: 0, styled: 0 };
  }
  const seen = typed.replace(invisible, '');
  const { text, mixed } = unmix(withoutMarks(seen));
  return {
    text: withUsualSigns(joinLetters(text)),
    hidden: count(typed, withinWord),
    mixed,
    styled: eastAsian.test(seen) ? 0 : count(seen, styledLetter),
  };
}

/** How often a pattern with the flag `g` is in a text. */
export function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
// Not the soft hyphen: Word and web pages leave that in honest text.
const withinWord = /(?<=\p{Script=Latin})[\u200B-\u200D\u2060-\u2064\uFEFF\u180E]+(?=\p{L})/gu;
const styledLetter = /[\u{1D400}-\u{1D7FF}\uFF21-\uFF3A\uFF41-\uFF5A\u249C-\u24E9]/gu;
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const beyondAscii = /[^\0-\x7f]/;

/** Full-width and mathematical letters become the usual ones, and é an e; but й stays. */
function withoutMarks(text: string): string {
  return text
    .replace(wholePhrases, ' ')
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFKC');
}

// Each of these would become up to 18 characters.
const wholePhrases = /[\uFB50-\uFDFF\u3300-\u33FF]/g;

function withUsualSigns(text: string): string {
  return text
    .replace(/[‘’´`]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐-―−]/g, '-')
    .replace(/&lt;/g, '<')
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ')
    .replace(/ ?[([](?:\.|dot)[)\]] ?/gi, '.');
}

// `V I A G R A`, `c-a-s-i-n-o`: three letters at least, each by itself.
const spelledOut = /(?<!\p{L})\p{L}([ .*_-])(?:\p{L}\1)+\p{L}(?!\p{L})/gu;

function joinLetters(text: string): string {
  return text.replace(spelledOut, (letters) => letters.replace(/[ .*_-]/g, ''));
}

/** Each letter that looks like a Latin one, and that. */
const lookalikes = new Map(
  (
    'аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwкkмmтtвbнhгrпnАAВBЕEЅSІIЈJКKМMНHОOРPСCТTУYХX' +
    'αaοoρpνvτtιiκkυuχxηnεeγyΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX' +
    'ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzɑaɡgıi'
  )
    .match(/../gu)
    ?.map(([own = '', latin = '']) => [own, latin]),
);

/** Gives Latin words back their own letters. */
function unmix(text: string): { text: string; mixed: number } {
  if (!beyondAscii.test(text)) return { text, mixed: 0 };
  let mixed = 0;
  const words = text.split(/(\P{L}+)/u);
  const read = words.map(inLatin);
  // Where there is true Russian or Greek, a word of lookalikes alone is true as well.
  const isForeign = read.some((word) => /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word));
  const unmixed = words.map((word, index) => {
    const latin = read[index] ?? word;
    if (latin === word || !/^\p{Script=Latin}+$/u.test(latin)) return word;
    const isMixed = /[a-z]/i.test(word);
    if (isMixed) mixed += 1;
    return isMixed || !isForeign ? latin : word;
  });
  return { text: unmixed.join(''), mixed };
}

function inLatin(word: string): string {
  if (!beyondAscii.test(word)) return word;
  return word.replace(/[^\0-\x7f]/g, (letter) => lookalikes.get(letter) ?? letter);
}
