import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';

import { NotificationRegion } from '../notifications/NotificationRegion.tsx';
import { server } from '../test-server.ts';
import { ContactForm } from './ContactForm.tsx';

const notice = { text: 'Why we ask.', link: { label: 'More', href: '/paia#enquiries' } };
export const accepted = { message: 'Thank you, we will be in touch.', reference: '7F3K-92QD' };

/** What the form has sent since `answerWith`. */
export let requests: Request[];

/** Has the API answer so, in turn; the last answer for ever. */
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

/** Draws the form beside the notifications, and returns who fills it in. */
export function renderForm() {
  render(
    <>
      <ContactForm action="/api/contact" notice={notice} />
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
