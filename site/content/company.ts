import { companyFrom } from '../../contract/company.ts';
import { homeFor } from '../../firm/content/home.ts';
import { firm } from '../../firm/firm.ts';

export const company = companyFrom(firm, import.meta.env);
export const home = homeFor(company);
