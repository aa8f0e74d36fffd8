import type { Company } from '../../contract/company.ts';
import { LAST_UPDATED, letterSections, type LegalDocument } from './legal-document.ts';
import { boardSupport } from './terms/board-support.ts';
import { communication } from './terms/communication.ts';
import { confidentiality } from './terms/confidentiality.ts';
import { events } from './terms/events.ts';
import { expenses } from './terms/expenses.ts';
import { finance } from './terms/finance.ts';
import { governingLaws } from './terms/governing-laws.ts';
import { indemnity } from './terms/indemnity.ts';
import { membership } from './terms/membership.ts';
import { nonRaiding } from './terms/non-raiding.ts';
import { statutoryAppointments } from './terms/statutory-appointments.ts';
import { subscriptionFee } from './terms/subscription-fee.ts';
import { termination } from './terms/termination.ts';

/** Takes the company rather than reading it, so that the PDF can be made outside the site's build. */
export function termsFor(company: Company): LegalDocument {
  return {
    title: 'Terms and Conditions of Service',
    introduction: [
      `These terms apply to the services that ${company.name} (the “Firm”) provides to an institution that has appointed it (the “Client”). They are read together with the service schedule signed by both parties, which records the services chosen, the fee and the starting date.`,
      'In these terms a “working day” is any day other than a Saturday, a Sunday or a public holiday in South Africa, and the “founding document” is the Client’s constitution, memorandum of incorporation or trust deed, as the case may be. The Client receives those services in sections A to E and G that its service schedule names. The other sections apply to every Client.',
      `Notices to the Firm are sent to ${company.addressLines.join(', ')}, or by e-mail to ${company.email}.`,
    ],
    download: { label: 'Download PDF', href: company.documents.terms },
    sections: letterSections([
      boardSupport,
      finance,
      membership,
      communication,
      events,
      subscriptionFee,
      statutoryAppointments,
      confidentiality,
      termination,
      expenses,
      indemnity,
      nonRaiding,
      governingLaws,
    ]),
    lastUpdated: LAST_UPDATED,
  };
}
