import type { SectionDraft } from '../legal-document.ts';

export const nonRaiding: SectionDraft = {
  id: 'non-raiding',
  title: 'Non-raiding',
  clauses: [
    'While the services continue, and for twelve months after they end, neither party will employ or engage a person who was employed by the other in connection with the services during the preceding twelve months, unless the other has consented in writing.',
    'This applies equally to an appointment made through a related entity, a recruitment agency or a successor provider acting on a party’s behalf.',
    'Consent will not be unreasonably withheld. It may be given on condition that a reasonable contribution, agreed in writing, is made towards the cost of recruiting and training a replacement.',
    'Nothing in this section affects the transfer of employees under section 197 of the Labour Relations Act 66 of 1995.',
  ],
};
