// An accent may also be a character of its own behind its letter.
const accents = '[\u0300-\u036f]*';
const accented = accentedLetters();

/**
 * A pattern for values that contain a text, whatever its case, its accents and the length of its
 * gaps. It says the same to MongoDB as to JavaScript: it has no escapes that only one of them knows.
 */
export function containing(text: string): RegExp {
  const pattern = Array.from(text.trim().normalize('NFC')).map(patternOf).join('');
  return new RegExp(pattern.replace(/\s+/g, '\\s+'), 'i');
}

function patternOf(character: string): string {
  // Phones type the curly one.
  if (/['’]/.test(character)) return "['’]";
  if (/\p{M}/u.test(character)) return '';
  if (!/\p{L}/u.test(character)) return escapeRegExp(character);
  const letter = character.toLowerCase();
  const base = withoutAccent(letter);
  const alike = new Set([base, letter, ...(accented.get(base) ?? [])]);
  return alike.size === 1 ? `${letter}${accents}` : `[${[...alike].join('')}]${accents}`;
}

function withoutAccent(letter: string): string {
  const [base = letter, ...others] = letter.normalize('NFD');
  return others.every((other) => /\p{M}/u.test(other)) ? base : letter;
}

/** The small letters of Europe that have an accent, by the letter without it. */
function accentedLetters(): Map<string, string[]> {
  const letters = new Map<string, string[]>();
  for (let code = 0xe0; code <= 0x17f; code += 1) {
    const letter = String.fromCharCode(code);
    const base = withoutAccent(letter);
    if (base === letter || letter !== letter.toLowerCase()) continue;
    letters.set(base, [...(letters.get(base) ?? []), letter]);
  }
  return letters;
}

/** The text as a pattern that takes every character for itself. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
