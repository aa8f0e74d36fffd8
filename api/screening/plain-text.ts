/** A text as people read it, with Unicode tricks undone. */
export interface PlainText {
  /** The text in its original case. Each run of white space has become one space. */
  text: string;
  /** How many times invisible characters split Latin words. */
  hidden: number;
  /** How many Latin words contain look-alike letters of other alphabets. */
  mixed: number;
  /**
   * How many letters are mathematical, full-width, circled or bracketed forms; 0 if the text has
   * East Asian characters, because such texts use these forms.
   */
  styled: number;
}

/** Normalises a text in linear time. */
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

/** Counts the matches of a global pattern. */
export function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
// Leaves out the soft hyphen, because Microsoft Word and web pages put it into honest text.
const withinWord = /(?<=\p{Script=Latin})[\u200B-\u200D\u2060-\u2064\uFEFF\u180E]+(?=\p{L})/gu;
const styledLetter = /[\u{1D400}-\u{1D7FF}\uFF21-\uFF3A\uFF41-\uFF5A\u249C-\u24E9]/gu;
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const beyondAscii = /[^\0-\x7f]/;

/** Replaces full-width and mathematical letters with plain ones, and é with e. Keeps й. */
function withoutMarks(text: string): string {
  return text
    .replace(wholePhrases, ' ')
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFKC');
}

// NFKD would replace one of these characters with as many as 18.
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

// Words with separated letters, at least three, such as `V I A G R A` and `c-a-s-i-n-o`.
const spelledOut = /(?<!\p{L})\p{L}([ .*_-])(?:\p{L}\1)+\p{L}(?!\p{L})/gu;

function joinLetters(text: string): string {
  return text.replace(spelledOut, (letters) => letters.replace(/[ .*_-]/g, ''));
}

/** Look-alike letters, each with the Latin letter that it resembles. */
const lookalikes = new Map(
  (
    'аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwкkмmтtвbнhгrпnАAВBЕEЅSІIЈJКKМMНHОOРPСCТTУYХX' +
    'αaοoρpνvτtιiκkυuχxηnεeγyΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX' +
    'ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzɑaɡgıi'
  )
    .match(/../gu)
    ?.map(([own = '', latin = '']) => [own, latin]),
);

/** Replaces look-alike letters in Latin words. */
function unmix(text: string): { text: string; mixed: number } {
  if (!beyondAscii.test(text)) return { text, mixed: 0 };
  let mixed = 0;
  const words = text.split(/(\P{L}+)/u);
  const latinWords = words.map(inLatin);
  // Real Russian and Greek texts have words whose letters all look Latin. Those words stay.
  const isForeign = latinWords.some((word) => /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word));
  const unmixed = words.map((word, index) => {
    const latin = latinWords[index] ?? word;
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
