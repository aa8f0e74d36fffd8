import type { Company } from '#contract/company.ts';
import type { Home } from '#contract/firm-content.ts';

export function homeFor({ address, founded }: Company): Home {
  return {
    description: `A shared secretariat in ${address.suburb} for growers, breeders and water users of the dry country since ${founded}.`,
    hero: {
      headline: 'A Secretariat for the Dry Country',
      paragraph:
        'Societies of growers, breeders and water users share one office with us, and farm while we keep their books.',
      established: 'Since',
      services: { label: 'What we do', section: 'services' },
      contact: { label: 'Write to us', section: 'contact' },
    },
    services: {
      title: 'Four Kinds of Help',
      introduction: 'Take one, or all four. A member of our staff answers for each.',
      benefitsTitle: 'What societies say',
      benefits: [
        {
          title: 'One office for many societies',
          text: 'You pay only for the hours that you use.',
        },
      ],
    },
    contact: {
      heading: 'Let Us Talk',
      subtitle: 'Tell us about your society and its season.',
    },
    footer: { tagline: `The office of the dry country since ${founded}.` },
  };
}
