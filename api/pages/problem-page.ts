import type { Problem } from '../problem.ts';
import { contactFormOf, faultList } from './contact-form.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import type { Site } from './site.ts';

const nothing = html``;

/**
 * What a visitor without JavaScript sees when the form was not accepted: why, and the form with
 * everything that was typed, to correct and send again. `body` is the request's, if it was read;
 * `token` says when this form was met.
 */
export function problemPage(
  site: Site,
  problem: Problem,
  body: unknown,
  token: string | undefined,
): string {
  const errors = problem.errors ?? {};
  const title = problem.errors ? 'Please check your message' : 'Your message was not sent';
  const typed = typeof body === 'object' && body !== null;
  const content = html`<h1>${title}</h1>
    <p class="lead">${problem.message}</p>
    ${problem.errors ? faultList(errors) : nothing}
    ${
      typed
        ? contactFormOf(site, { ...body }, errors, token)
        : html`<p>Your browser’s Back button should bring back what you typed.</p>`
    }
    <p class="back"><a href="${site.contact}">Back to the contact section</a></p>`;
  return layout(site, { title: `Error: ${title}`, content });
}
