import type { Proof } from '../../../../../contract/firm-proof.ts';

export const proof: Proof = {
  clients: {
    title: 'Societies that share our office',
    clients: [
      { name: 'Vlei & Vaalbos Mohair Circle', logo: 'mohair-circle.svg' },
      { name: 'Salt Bush Growers' },
      { name: 'Lower Windpomp Irrigators' },
      { name: 'Dorper Flock Book of the Plains' },
      { name: 'Rooibrak Wool Society' },
    ],
  },
  testimonials: {
    title: 'What chairpersons tell us',
    testimonials: [
      {
        quote:
          'I used to do the levies on my kitchen table, the week after shearing. Now I read one page a month and sign it.',
        name: 'Gert Vaalpan',
        role: 'Chairperson, Salt Bush Growers',
      },
      {
        quote: 'Our auditor asked for nine vouchers. He had them before his tea was cold.',
        name: 'Nomsa Kareeboom',
        role: 'Treasurer, Rooibrak Wool Society',
      },
      {
        quote: 'The water returns went in on time for the first time since the drought.',
        name: 'Petrus Windpomp',
        role: 'Secretary, Lower Windpomp Irrigators',
      },
    ],
  },
  case: {
    title: 'One society, one year',
    institution: 'Dorper Flock Book of the Plains',
    problem: {
      title: 'What was wrong',
      text: 'The register was four exercise books in three farmhouses. A third of the breeders had not been invoiced for two seasons, and nobody knew which third.',
    },
    result: {
      title: 'A year later',
      text: 'One register of 212 flocks, backed up every night. All but six breeders have paid, and the inspector has a list before he drives out.',
    },
  },
  people: {
    title: 'Who answers the phone',
    people: [
      {
        name: 'Anneline Jacobs',
        role: 'Manager and information officer',
        portrait: {
          file: 'anneline-jacobs.png',
          alt: 'Drawing of Anneline Jacobs, with short dark hair and a high collar',
        },
      },
      {
        name: 'Tshepo Mokgosi',
        role: 'Books and levies',
        portrait: {
          file: 'tshepo-mokgosi.png',
          alt: 'Drawing of Tshepo Mokgosi, with glasses and a beard',
        },
      },
      {
        name: 'Elsabé Witbooi',
        role: 'Registers and water returns',
        portrait: {
          file: 'elsabe-witbooi.png',
          alt: 'Drawing of Elsabé Witbooi, with a sun hat and long hair',
        },
      },
    ],
  },
};
