import type { Company } from '../../../../../contract/company.ts';
import type { Home } from '../../../../../contract/firm-content.ts';
import type { Translation } from '../../../../../contract/translation.ts';

export function homeFor({ address, founded }: Company): Translation<Home> {
  return {
    description: `’n Gedeelde sekretariaat in ${address.suburb} vir kwekers, telers en watergebruikers van die droë land, sedert ${founded}.`,
    hero: {
      headline: '’n Sekretariaat vir die Droë Land',
      paragraph:
        'Verenigings van kwekers, telers en watergebruikers deel een kantoor by ons, en boer terwyl ons hul boeke hou.',
      established: 'Sedert',
      services: { label: 'Wat ons doen' },
      contact: { label: 'Skryf aan ons' },
    },
    services: {
      title: 'Sewe Soorte Hulp',
      introduction: 'Neem een, of al sewe. ’n Lid van ons personeel staan vir elkeen in.',
      benefitsTitle: 'Wat verenigings sê',
      benefits: [
        {
          title: 'Een kantoor vir baie verenigings',
          text: 'U betaal net vir die ure wat u gebruik.',
        },
      ],
    },
    contact: {
      heading: 'Kom Ons Gesels',
      subtitle: 'Vertel ons van u vereniging en sy seisoen.',
    },
    footer: { tagline: `Die kantoor van die droë land sedert ${founded}.` },
  };
}
