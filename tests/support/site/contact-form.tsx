import { render, screen } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';

import { contactField, filledIn } from '#contract/contact-fields.ts';
import type { ContactForm as ContactFormValues } from '#contract/contact-form.ts';
import { companyFrom } from '#contract/company.ts';
import { firm } from '#firm/firm.ts';
import { ContactForm } from '../../../site/contact/ContactForm.tsx';
import { NotificationRegion } from '../../../site/notifications/NotificationRegion.tsx';
import { createEnquiry } from '../enquiry.ts';
import { waysFor } from '../../../site/content/contact.ts';
import { server } from './stand-ins.ts';

export const notice = { text: 'Why we ask.', link: { label: 'More', href: '/paia#enquiries' } };
export const ways = waysFor(companyFrom(firm));
export const accepted = { message: 'Thank you, we will be in touch.', reference: '7F3K-92QD' };

/** The form's requests to the API since the last call of `answerWith`. */
export let requests: Request[];

/** Sets the API's responses in order; the last one repeats. */
export function answerWith(...answers: (() => Response | Promise<Response>)[]) {
  requests = [];
  server.use(
    http.post('*/api/contact', ({ request }) => {
      requests.push(request.clone());
      const answer = answers[Math.min(requests.length, answers.length) - 1];
      return answer?.();
    }),
  );
}

export function renderForm() {
  render(
    <>
      <ContactForm action="/api/contact" {...{ notice, ways }} />
      <NotificationRegion />
    </>,
  );
  return userEvent.setup();
}

export const ok = () => HttpResponse.json(accepted, { status: 202 });
export const busy = () => new HttpResponse('Please try again shortly.', { status: 503 });
export const send = () => screen.getByRole('button', { name: 'Send Message' });
export const values = () =>
  Object.fromEntries(
    screen.getAllByRole<HTMLInputElement>('textbox').map(({ name, value }) => [name, value]),
  );

export const thabo = createEnquiry({ firstName: 'Thabo', email: 'thabo@example.org' });

/** Pastes, because typing would render the form for each key, which takes seconds. */
export async function type(user: UserEvent, values: ContactFormValues): Promise<void> {
  for (const [name, value] of filledIn(values)) {
    const field = screen.getByLabelText(contactField(name).label);
    await user.clear(field);
    await user.paste(value);
  }
}

export async function submit(user: UserEvent, values: ContactFormValues = thabo): Promise<void> {
  await type(user, values);
  await user.click(send());
}
