import { offers, salesTalk, shamelessOffers, trade } from './spam-wordings.ts';

/** A reason with its weight and the pattern that detects it. */
interface Wording {
  reason: string;
  weight: number;
  says: RegExp;
}

/**
 * Parses a table of reasons. The indented lines below a reason are its wordings: regular expressions
 * in lower case without accents that match from the start of a word. A reason counts once, however
 * many of its wordings a text contains.
 */
function readTable(weight: number, table: string): Wording[] {
  return table
    .trim()
    .split(/\n(?=\S)/)
    .map((entry) => {
      const [reason = '', ...lines] = entry.split('\n');
      const wordings = lines.flatMap((line) => line.trim().split(' / '));
      return { reason, weight, says: anyOf(wordings) };
    });
}

function anyOf(wordings: string[]): RegExp {
  const words = wordings.filter(beginsWord).join('|');
  const others = wordings.filter((wording) => !beginsWord(wording));
  return new RegExp([...(words ? [`\\b(?:${words})`] : []), ...others].join('|'));
}

// \b only works with Latin letters.
function beginsWord(wording: string): boolean {
  return /^[\w\\(]/.test(wording);
}

/** Wordings of spam, which honest people also use now and then. */
export const spamWordings = [
  ...readTable(3, shamelessOffers),
  ...readTable(2, offers),
  ...readTable(1, salesTalk),
  ...readTable(1, trade),
];

/** Wordings of people who need association management, which spam rarely uses. */
export const honestWordings = readTable(
  -1,
  String.raw`
but mentions members
  (?<!your )members?\b / membership\b(?! (organi|bod|sector)) / lede\b / amalungu / ditho
but mentions an association
  (associations?|guilds?|institutes?|society|council|committee|bod(y|ies) corporate|hoa|trustees?)\b
  (chair(man|person)|treasurer|secretar(y|iat)|npos?|npc|vereniging|inhlangano|mokgatlo)\b
but mentions meetings or papers
  (agms?|annual general|(the|our|your|of) minutes|minute book|congress(es)?|conferences?|delegates)\b
  (newsletter|certificates?|constitution|cpd|seminars?|webinars?|gala|golf day|agenda)\b
but mentions fees or accounts
  (fees|(membership|annual|monthly|yearly|our|your|the|a) fee|levy|levies|auditors?)\b
  (the books|(our|your|the|an?) invoice|paid|(bank|financial|annual|a|the) statements?)\b / fee r ?\d
  (renewals?|receipts?|debit orders?)\b
but gives a date
  (mon|tues|wednes|thurs|fri|satur|sun)days?\b / \d{1,2}(st|nd|rd|th)\b / \d\d?[:h]\d\d\b
  (january|february|march|april|june|july|august|september|october|november|december)\b
but asks for help
  (we|i) (also |still |urgently )?(need|want|wish|require|should like|am looking|are looking)\b
  (we|i) would like (to (know|meet|have|ask|get|see|extend|renew|start)|a|your|some)\b
  (tell|help|assist|advise|inform|quote|phone|call) (me|us)\b
but asks a question
  (who|whom) (can|do|does|is|are|must|should|shall|may|handles|looks|pays|runs|to|at|will)\b
  where (can|do|does|is|are|must|should)\b / how (do|does|long|much|many|can|soon)\b
  what (do|would|does|is|are) (you|the|we|it)\b / (do|does|did) (you|the|it) (also|still|only)\b
  (is|are) (there|it|our|they|you (in|able|also))\b
but asks politely
  (please|pls|asb|asseblief) (send|phone|call|advise|add|confirm|let|tell|post|may|can|could|have)\b
  (please|pls|kindly) (note|e-?mail|see|circulate|quote|change|assist|tell|check|help|remove)\b
  (can|could|would) (you|someone|somebody) (please|kindly|also|let|tell|help|send|explain|advise)\b
but mentions their own affairs
  my (certificate|member|number|employer|money|invoice|permit|address|mother|father|daughter|son)
  our (address|invoice|website|site|fund|scheme|budget|office|statutes|rules|treasur|annual|members)
but reports a problem
  (not|never|no) (yet )?(received|answer|reply|work|sent|paid|confirmation)\w*\b / outstanding\b
  (wrong|broken|complain\w*|mistake|bounce\w*|disput\w+|unacceptable|overcharged|refused)\b
but refers to earlier contact
  (still|yet|last (year|month|week)|this year|next year)\b
  you (manage|look after|run|administer|represent|asked|sent|told|serve)\b
but warns of a scam
  (scams?|fraud\w*|fake|phishing|hoax)\b
`,
);
