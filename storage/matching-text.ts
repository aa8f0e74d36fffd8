// An accent may be a separate combining character.
const accents = '[\u0300-\u036f]*';
const accented = accentedLetters();

/**
 * A pattern that finds a text regardless of case, accents and white space. It only uses syntax that
 * MongoDB and JavaScript share.
 */
export function containing(text: string): RegExp {
  const pattern = Array.from(text.trim().normalize('NFC')).map(patternOf).join('');
  return new RegExp(pattern.replace(/\s+/g, '\\s+'), 'i');
}

function patternOf(character: string): string {
  // Phones type curly apostrophes.
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

/** European lower-case letters with accents, by base letter. */
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

/** Escapes a text for use in a pattern. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
