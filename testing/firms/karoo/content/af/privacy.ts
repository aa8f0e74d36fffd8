import type { Company } from '../../../../../contract/company.ts';

/** The notice in privacy.ts of the English content, which has its version. */
export function noticeFor({
  name,
  retentionMonths,
}: Pick<Company, 'name' | 'retentionMonths'>): string {
  return `${name} gebruik dit om u te antwoord, en skrap dit ná ${retentionMonths} maande.`;
}
