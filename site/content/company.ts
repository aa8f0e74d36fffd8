import { companyFrom } from '../../contract/company.ts';

export const company = companyFrom(import.meta.env);
