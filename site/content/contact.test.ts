import { expect, it } from 'vitest';

import { companyFrom } from '#contract/company.ts';
import { privacyNotice } from '#firm/content/privacy.ts';
import { PRIVACY_NOTICE_VERSION } from '#firm/firm.ts';
import { firm } from '#firm/firm.ts';
import { isShipped } from '#support/firms/shipped.ts';
import { subtitleFor } from './contact.ts';
import { home } from './content.ts';

it('promises a reply time if one is set', () => {
  expect(subtitleFor({})).toBe(home.contact.subtitle);
  expect(subtitleFor({ replyWithin: 'one working day' })).toMatch(
    / We reply within one working day\.$/,
  );
});

// Enquiries store only the version, so new wording under an old version would falsify the record.
it.runIf(isShipped)('ties the wording of the privacy notice to its version', () => {
  expect(PRIVACY_NOTICE_VERSION).toBe('2024-06.1');
  expect(privacyNotice(companyFrom(firm))).toBe(
    'Association Office collects these details to answer your enquiry; giving them is voluntary, but without them we cannot reply. We keep them for 24 months, share them only with the service providers who run this website and our email, and then delete them. You may ask at any time to see, correct or delete them, or object to their use.',
  );
});
