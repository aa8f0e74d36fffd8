import type { Company } from '../../../../../contract/company.ts';
import type { About } from '../../../../../contract/firm-content.ts';
import type { Translation } from '../../../../../contract/translation.ts';

export function aboutFor({ name, address, experience, figures }: Company): Translation<About> {
  return {
    title: `${experience.figure} Jaar op die Vlaktes`,
    paragraphs: [
      `${name} is deur vyf wolverenigings op ${address.city} gestig.`,
      'Dit behoort aan die verenigings wat dit bedien.',
    ],
    stats: [{ label: 'Jaar Diens' }, ...figures],
    promise: { title: 'Ons Woord', quote: 'Ons antwoord die telefoon, ook in skeertyd.' },
  };
}
