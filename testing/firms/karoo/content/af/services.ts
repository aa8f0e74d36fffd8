import type { Service } from '../../../../../contract/firm-content.ts';
import type { Translation } from '../../../../../contract/translation.ts';

/** The translations, in the order of the English services. */
export const services: Translation<Service[]> = [
  {
    name: 'Registers van Kwekers',
    short: 'Registers',
    text: 'Ons hou die register by, en stuur die jaar se rekeninge uit.',
  },
  {
    name: 'Boeke en Heffings',
    short: 'Boeke',
    text: 'Ons vorder heffings in, en sluit elke maand die boeke af.',
    specimen: {
      name: 'Bekyk ’n heffingstaat',
      title: 'Heffings',
      note: 'Tot 31 Mei 2026',
      columns: ['Plaas', 'Rand'],
      groups: [{ rows: [['Vaalpan'], ['Kareeboom']], total: ['Heffings'] }],
    },
  },
  {
    name: 'Skoue en Veilings',
    short: 'Skoue',
    text: 'Ons beplan die skou, van die krale tot die pryse.',
  },
  {
    name: 'Stelsels en Rugsteun',
    short: 'Stelsels',
    text: 'Ons sorg vir die posbusse, en toets elke rugsteunkopie.',
  },
  {
    name: 'Vergaderings en Notules',
    short: 'Vergaderings',
    text: 'Ons stuur die sakelys uit, en hou die notule.',
  },
  {
    name: '’n Lessenaar op die Dorp',
    short: 'Lessenaar',
    text: 'Ons beantwoord die pos en die telefoon in u naam.',
  },
  {
    name: 'Opgawes van Watergebruik',
    short: 'Water',
    text: 'Ons dien elke watergebruiker se opgawes betyds in.',
  },
];
