import type { Company } from '#contract/company.ts';
import type { About } from '#contract/firm-content.ts';

export function aboutFor({ name, address, experience, figures }: Company): About {
  return {
    title: `${experience.words} on the Plains`,
    paragraphs: [
      `${name} was founded by five wool societies in ${address.city}.`,
      'It belongs to the societies that it serves.',
    ],
    stats: [{ figure: experience.figure, label: 'Years of Service' }, ...figures],
    promise: { title: 'Our Word', quote: 'We answer the phone, also in shearing season.' },
  };
}
