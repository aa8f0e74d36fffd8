import type { Company } from '../../contract/company.ts';
import { LAST_UPDATED, type Download, type Paragraph } from './legal-document.ts';
import { associationPrivacy } from './paia/association-privacy.ts';
import { enquiries } from './paia/enquiries.ts';
import { informationOfficer } from './paia/information-officer.ts';
import { lawfulProcessing, type LawfulProcessing } from './paia/lawful-processing.ts';
import { memberPrivacy } from './paia/member-privacy.ts';
import { records } from './paia/records.ts';
import { requests } from './paia/requests.ts';

export interface PrivacyItemDraft {
  id: string;
  title: string;
  paragraphs: string[];
}

export interface PrivacyItem extends PrivacyItemDraft {
  number: string;
}

export interface ManualSection {
  /** The anchor of the section on its page. */
  id: string;
  title: string;
  paragraphs: Paragraph[];
}

export interface PaiaDocument {
  title: string;
  introduction: string[];
  download: Download;
  privacyConditions: { id: string; title: string; items: PrivacyItem[] };
  /** What the diagram shows, in words. */
  lawfulProcessing: LawfulProcessing;
  sections: ManualSection[];
  lastUpdated: string;
}

/** Takes the company rather than reading it, so that the PDF can be made outside the site's build. */
export function paiaFor(company: Company): PaiaDocument {
  return {
    title: 'PAIA Manual & POPI Act',
    introduction: [
      `This is the manual of ${company.name} under section 51 of the Promotion of Access to Information Act 2 of 2000 (PAIA). It also explains how we meet the Protection of Personal Information Act 4 of 2013 (POPIA, often called the POPI Act).`,
      'We hold two kinds of personal information. Most of it belongs to the associations we serve: they are the responsible parties, and we look after it for them as an operator. The rest is our own, such as enquiries, contracts and staff records, and for that we are the responsible party.',
    ],
    download: { label: 'PAIA Manual', href: company.documents.paia },
    privacyConditions: {
      id: 'privacy-conditions',
      title:
        'Privacy Conditions: Membership Records Held By Our Firm On Behalf Of Client Associations',
      items: [...memberPrivacy, ...associationPrivacy].map((item, index) => ({
        number: String(index + 1),
        ...item,
      })),
    },
    lawfulProcessing,
    sections: [informationOfficer(company), records, requests(company), enquiries(company)],
    lastUpdated: LAST_UPDATED,
  };
}
