import { contactPath } from '../../contract/api.ts';
import {
  contactField,
  contactFieldNames,
  type ContactFieldName,
} from '../../contract/contact-fields.ts';
import type { ContactFormErrors } from '../../contract/contact-form.ts';
import { tokenInputName, trapInputName } from '../../contract/form-signals.ts';
import { PRIVACY_NOTICE_PATH, privacyNotice } from '../../contract/privacy-notice.ts';
import { html, type Html } from '../../platform/html.ts';
import type { Problem } from '../../platform/http/problem.ts';
import { InvalidForm } from '../read-enquiry.ts';
import { layout, type Site } from './layout.ts';

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
  const errors = problem instanceof InvalidForm ? problem.errors : undefined;
  const title = errors ? 'Please check your message' : 'Your message was not sent';
  const typed = typeof body === 'object' && body !== null;
  const content = html`<h1>${title}</h1>
    <p class="lead">${problem.message}</p>
    ${errors ? faultList(errors) : ''}
    ${
      typed
        ? contactFormOf(site, { ...body }, errors ?? {}, token)
        : html`<p>Your browser’s Back button should bring back what you typed.</p>`
    }
    <p class="back"><a href="${site.siteUrl}/#contact">Back to the contact section</a></p>`;
  return layout(site, `Error: ${title}`, content);
}

/** The contact form with the values that were sent, and a message at each field that is wrong. */
function contactFormOf(
  site: Site,
  values: Partial<Record<ContactFieldName, unknown>>,
  errors: ContactFormErrors,
  token = '',
): Html {
  const fields = contactFieldNames.map((name) => field(name, textOf(values[name]), errors[name]));
  return html`<form method="post" action="${contactPath}" novalidate>
    ${fields}
    <div class="trap" aria-hidden="true">
      <label for="${trapInputName}">Leave this empty</label>
      <input id="${trapInputName}" name="${trapInputName}" tabindex="-1" autocomplete="off" />
    </div>
    <input type="hidden" name="${tokenInputName}" value="${token}" />
    <p class="small wide">
      ${privacyNotice(site.company)}
      <a href="${site.siteUrl}${PRIVACY_NOTICE_PATH}">How we handle enquiries</a>
    </p>
    <button class="wide" type="submit">Send Message</button>
  </form>`;
}

/** The messages in one place above the form, each a link to its field. */
function faultList(errors: ContactFormErrors): Html {
  const items = Object.entries(errors).map(
    ([name, message]) => html`<li><a href="#${name}">${message}</a></li>`,
  );
  return html`<ul class="faults" role="alert">
    ${items}
  </ul>`;
}

function field(name: ContactFieldName, value: string, error: string | undefined): Html {
  const { label, max, attributes, optional, multiline } = contactField(name);
  const isWrong = error !== undefined;
  const fault = isWrong ? html`<p class="fault" id="${name}-fault">${error}</p>` : '';
  const state = isWrong ? html` aria-invalid="true" aria-describedby="${name}-fault"` : '';
  const help = Object.entries(attributes).map(
    ([attribute, setting]) => html` ${attribute.toLowerCase()}="${String(setting)}"`,
  );
  const common = html`id="${name}" name="${name}"
  maxlength="${max}"${help}${optional ? '' : html` required`}${state}`;
  // Browsers drop a line break at the start of a textarea; this one is there for them to drop.
  const text = `\n${value}`;
  const control = multiline
    ? html`<textarea rows="4" ${common}>${text}</textarea>`
    : html`<input ${common} value="${value}" />`;
  return html`<div class="field${multiline ? ' wide' : ''}">
    <label for="${name}">${label}</label>${control}${fault}
  </div> `;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
