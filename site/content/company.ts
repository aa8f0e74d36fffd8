import { companyFrom } from '../../contract/company.ts';
import { firm } from '../../firm/firm.ts';

export const company = companyFrom(firm, import.meta.env);
