import type { Company } from '../../../../../contract/company.ts';

/** The privacy notice in Afrikaans. Its version is in privacy.ts of the English content. */
export function noticeFor({
  name,
  retentionMonths,
}: Pick<Company, 'name' | 'retentionMonths'>): string {
  return `${name} gebruik dit om u te antwoord, en skrap dit ná ${retentionMonths} maande.`;
}
