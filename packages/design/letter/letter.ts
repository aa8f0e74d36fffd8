import type { Company } from '#contract/company.ts';
import { escapeHtml } from '#contract/escape-html.ts';
import { findLinks } from '../find-links.ts';
import { Html, html, look, markSource, outlookStyle, styleElements, type } from './letter-look.ts';

export interface Letter {
  title: string;
  headline: string;
  parts: Html[];
  /** Small print below the main part. */
  below?: Html[];
}

// Outlook on Windows does not support max-width, so it gets a fixed-width table instead.
const outlookFrame = {
  open: new Html(
    '<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
  ),
  close: new Html('<!--[if mso]></td></tr></table><![endif]-->'),
};
const plainTable = new Html(
  'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"',
);

/** Tables and inline styles work in all email clients; the style elements only add to them. */
export function letter({ title, headline, parts, below = [] }: Letter, company: Company): string {
  return html`<!doctype html>
    <html lang="en-ZA">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>${title}</title>
        ${styleElements} ${outlookStyle}
      </head>
      <body ${look('page', 'margin:0;padding:0;-webkit-text-size-adjust:100%')}>
        <table ${plainTable} ${look('page')} lang="en-ZA" dir="ltr">
          <tr>
            <td align="center" style="padding:24px 12px 40px">
              ${outlookFrame.open}
              <table ${plainTable} style="max-width:600px;text-align:left">
                <tr>
                  <td style="padding:0 0 20px">${letterhead(company)}</td>
                </tr>
                <tr>
                  <td ${look('sheet', sheetStyle, 'inside')}>
                    <h1 ${look('ink', headlineStyle, 'headline')}>
                      <span dir="auto">${headline}</span>
                    </h1>
                    ${parts}
                  </td>
                </tr>
                <tr>
                  <td style="padding:20px 0 0">${below}</td>
                </tr>
              </table>
              ${outlookFrame.close}
            </td>
          </tr>
        </table>
      </body>
    </html> `.text;
}

const sheetStyle = 'padding:28px 24px 32px;border-style:solid;border-width:3px 1px 1px';
const breakAnywhere = 'overflow-wrap:anywhere;word-break:break-word';
const headlineStyle = `${type.display(30, 1.15)};margin:0 0 20px;letter-spacing:-0.01em;${breakAnywhere}`;

function letterhead({ name, founded }: Company): Html {
  return html`<table ${plainTable}>
    <tr>
      <td width="44" style="padding:0 14px 0 0">
        <img
          src="${markSource}"
          width="44"
          height="44"
          alt=""
          style="display:block;border:0;width:44px;height:44px"
        />
      </td>
      <td>
        <div ${look('ink', type.display(21, 1.2), 'display')}>${name}</div>
        <div ${look('muted', type.text(13, 1.4))}>Established ${founded}</div>
      </td>
    </tr>
  </table>`;
}

type Line = string | Html;

export function paragraph(...lines: Line[]): Html {
  return html`<p ${look('ink', `${type.text(16)};margin:0 0 16px`)}>${inLines(lines)}</p>`;
}

/** A paragraph as it was typed: addresses become links, and line breaks and spaces stay. */
export function typedParagraph(typed: string): Html {
  const lines = typed.split(/\r?\n/).map((line) => {
    const runs = findLinks(line).map(({ text, href }) =>
      href === undefined ? html`${withSpaces(text)}` : link(href, text),
    );
    return html`${runs}`;
  });
  return paragraph(...lines);
}

/** Spaces in a row, as ones that do not break: email programs would show one. */
function withSpaces(text: string): string {
  return text.replaceAll('\t', '    ').replace(/^ | (?= )/g, '\u00A0');
}

export function smallPrint(...lines: Line[]): Html {
  return html`<p ${look('muted', `${type.text(13, 1.5)};margin:0 0 12px`)}>${inLines(lines)}</p>`;
}

export function heading(text: string): Html {
  return html`<h2 ${look('ink', `${type.display(22, 1.2)};margin:28px 0 12px`)}>${text}</h2>`;
}

export function referenceBlock(label: string, reference: string, note = ''): Html {
  const boxStyle = 'padding:16px 20px 18px;border-style:solid;border-width:0 0 0 3px';
  const largeStyle = `${type.display(36, 1.2)};letter-spacing:0.01em`;
  return html`<table ${plainTable} style="margin:24px 0">
    <tr>
      <td ${look('statement', boxStyle)}>
        <div ${look('muted', type.text(14, 1.4))}>${label}</div>
        <div ${look('primary', largeStyle, 'reference display')}>${reference}</div>
        <div ${look('ink', `${type.text(14, 1.4)};padding:4px 0 0`)}>${note}</div>
      </td>
    </tr>
  </table>`;
}

const rowStyle = 'padding:10px 0;border-style:solid;border-width:1px 0 0';
const besideStyle = 'display:inline-block;vertical-align:top;width:100%';

/** A list of facts, each beside its label, or below it on narrow screens. */
export function factTable(facts: (readonly [label: string, lines: Line[]])[]): Html {
  const rows = facts.map(
    ([label, lines]) =>
      html`<tr>
        <td ${look('row', rowStyle)}>
          <div ${look('muted', `${type.text(15, 1.6)};${besideStyle};max-width:150px`)}>
            ${label}
          </div>
          <div
            dir="auto"
            ${look('ink', `${type.text(16, 1.5)};${besideStyle};max-width:340px;${breakAnywhere}`)}
          >
            ${inLines(lines)}
          </div>
        </td>
      </tr>`,
  );
  return html`<table ${plainTable} style="margin:0 0 24px">
    ${rows}
  </table>`;
}

export function countTable(counts: (readonly [count: number, label: string])[]): Html {
  const rows = counts.map(
    ([count, label]) =>
      html`<tr>
        <td width="72" ${look('row', rowStyle)}>
          <div ${look('primary', type.display(34, 1.1), 'display')}>${count}</div>
        </td>
        <td ${look('row', rowStyle)}>
          <div ${look('ink', type.text(16, 1.4))}>${label}</div>
        </td>
      </tr>`,
  );
  return html`<table ${plainTable} style="margin:0 0 24px">
    ${rows}
  </table>`;
}

export function signature(greeting: string, { name }: Company): Html {
  return html`<p ${look('ink', `${type.text(16)};margin:28px 0 0`)}>
    ${greeting}<br />
    <span ${look('ink', type.display(22, 1.4), 'display')}>${name}</span>
  </p>`;
}

export function link(href: string, ...lines: Line[]): Html {
  return html`<a href="${href}" ${look('primary', 'text-decoration:underline')}
    >${inLines(lines)}</a
  >`;
}

export function mailHref(email: string, subject = ''): string {
  const query = subject === '' ? '' : `?subject=${encodeURIComponent(subject)}`;
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}${query}`;
}

/** A link that looks like a button, for the main action of an email. */
export function button(href: string, text: string): Html {
  const textStyle = `${type.text(16, 1.25)};font-weight:600;text-decoration:none`;
  const style = `${textStyle};display:inline-block;padding:14px 24px`;
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:28px 0 24px">
    <tr>
      <td ${look('button', 'border-radius:2px;mso-padding-alt:14px 24px')}>
        <a href="${href}" ${look('pressed', style)}>${text}</a>
      </td>
    </tr>
  </table>`;
}

const quoteStyle = [
  'margin:0 0 24px;padding:2px 0 2px 18px;border-style:solid;border-width:0 0 0 3px',
  `white-space:pre-wrap;text-align:start;${breakAnywhere}`,
].join(';');

/** Quotes text with its line breaks and direction. Outlook needs `br` elements. */
export function quotedText(text: string): Html {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).map(escapeHtml);
  const style = look('quote', `${type.text(16)};${quoteStyle}`);
  return new Html(`<div dir="auto" ${style.text}>${lines.join('<br>')}</div>`);
}

function inLines(lines: Line[]): Html {
  return new Html(lines.map((line) => html`${line}`.text).join('<br />\n'));
}
