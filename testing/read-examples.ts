import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ContactForm } from '../contract/contact-form.ts';

/** An invented enquiry. */
export interface Example {
  form: ContactForm;
}

/**
 * Reads the examples in a text file of this folder. Each begins with a line of its names, email
 * address and organisation, between `|`.
 */
export function readExamples(name: string): Example[] {
  const text = readFileSync(join(import.meta.dirname, `${name}.txt`), 'utf8');
  const [, ...blocks] = text.split(/^== /m);
  return blocks.map((block) => readExample(withCharacters(block)));
}

function withCharacters(block: string): string {
  return block.replace(/\\u\{([\da-f]+)\}/g, (_escape, code: string) =>
    String.fromCodePoint(parseInt(code, 16)),
  );
}

function readExample(block: string): Example {
  const [heading = '', ...lines] = block.split('\n');
  const [firstName = '', lastName = '', email = '', organisation = ''] = heading.split(' | ');
  return {
    form: { firstName, lastName, email, organisation, message: lines.join('\n').trim() },
  };
}
