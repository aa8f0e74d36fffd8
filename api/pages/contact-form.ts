import { contactPath } from '../../contract/api.ts';
import {
  contactFieldLabels,
  contactFieldNames,
  contactLimits,
  type ContactFieldName,
  type ContactFormErrors,
} from '../../contract/contact-form.ts';
import { tokenInputName, trapInputName } from '../../contract/form-signals.ts';
import { PRIVACY_NOTICE_PATH, privacyNotice } from '../../contract/privacy-notice.ts';
import { html, type Html } from './html.ts';
import type { Site } from './site.ts';

const nothing = html``;

const autocomplete: Record<ContactFieldName, string> = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  organisation: 'organization',
  message: 'off',
};

/** The contact form with the values that were sent, and a message at each field that is wrong. */
export function contactFormOf(
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
      <a href="${site.origin}${PRIVACY_NOTICE_PATH}">How we handle enquiries</a>
    </p>
    <button class="wide" type="submit">Send Message</button>
  </form>`;
}

/** The messages in one place above the form, each a link to its field. */
export function faultList(errors: ContactFormErrors): Html {
  const items = contactFieldNames.flatMap((name) => {
    const message = errors[name];
    return message === undefined ? [] : [html`<li><a href="#${name}">${message}</a></li>`];
  });
  return html`<ul class="faults" role="alert">
    ${items}
  </ul>`;
}

function field(name: ContactFieldName, value: string, error: string | undefined): Html {
  const fault =
    error === undefined ? nothing : html`<p class="fault" id="${name}-fault">${error}</p>`;
  const state =
    error === undefined ? nothing : html` aria-invalid="true" aria-describedby="${name}-fault"`;
  const common = html`id="${name}" name="${name}" maxlength="${contactLimits[name].max}"
  autocomplete="${autocomplete[name]}" required${state}`;
  // Browsers drop a line break at the start of a textarea; this one is there for them to drop.
  const text = `\n${value}`;
  const control =
    name === 'message'
      ? html`<textarea rows="4" ${common}>${text}</textarea>`
      : html`<input type="${name === 'email' ? 'email' : 'text'}" ${common} value="${value}" />`;
  const wide = ['message', 'email', 'organisation'].includes(name) ? ' wide' : '';
  return html`<div class="field${wide}">
    <label for="${name}">${contactFieldLabels[name]}</label>${control}${fault}
  </div> `;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
