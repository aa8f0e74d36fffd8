import type { Company } from '../../contract/company.ts';
import type { ApiConfig } from '../config.ts';

/** What the pages of the API say about the firm and its site. */
export interface Site {
  company: Company;
  home: string;
  contact: string;
  /** The privacy notice's own address has a path and a fragment; this goes in front of it. */
  origin: string;
}

export function siteOf({ company, siteUrl }: Pick<ApiConfig, 'company' | 'siteUrl'>): Site {
  return { company, home: `${siteUrl}/`, contact: `${siteUrl}/#contact`, origin: siteUrl };
}
