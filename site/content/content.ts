import { companyFrom } from '#contract/company.ts';
import { aboutFor } from '#firm/content/about.ts';
import { homeFor } from '#firm/content/home.ts';
import { privacyNotice } from '#firm/content/privacy.ts';
import { firm } from '#firm/firm.ts';

export const company = companyFrom(firm, import.meta.env);
export const home = homeFor(company);
export const about = aboutFor(company);
export const notice = privacyNotice(company);
