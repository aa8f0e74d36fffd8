import { css, styled } from 'styled-components';

import { contactPath } from '#contract/api.ts';
import { buttonStyle } from '#design/controls.ts';
import { visuallyHidden } from '#design/layout.ts';
import { color, font, media, motion, barHeight, size, space } from '#design/tokens.ts';
import { noticeAtForm, waysFor } from '../content/contact.ts';
import { company } from '../content/content.ts';
import { NotificationStyle } from '../notifications/NotificationStyle.ts';
import { apiUrl } from '../requests/api-request.ts';
import { ContactForm, type ContactFormProps } from './ContactForm.tsx';

export type IslandProps = Omit<ContactFormProps, 'notice'>;

export function ContactFormIsland() {
  const props: IslandProps = { action: apiUrl(contactPath), ways: waysFor(company) };
  return (
    <>
      <NotificationStyle />
      <FormStyle data-island="contact-form" data-props={JSON.stringify(props)}>
        <ContactForm {...props} notice={noticeAtForm} />
      </FormStyle>
    </>
  );
}

const fieldStyle = css`
  .field {
    display: grid;
    align-content: start;
    gap: ${space.tiny};
  }
  .field label {
    font-size: 0.9375rem;
    font-weight: 600;
    line-height: 1.4;
  }
  .field input,
  .field textarea {
    width: 100%;
    min-height: 3.25rem;
    padding: 0.75rem 0.875rem;
    border: 1px solid ${color.control};
    border-radius: 2px;
    background: ${color.paper};
    color: ${color.ink};
    font-size: ${size.text};
    line-height: 1.5;
    transition: border-color ${motion.quick};
    /* A link from the summary must not leave the label under the bar. */
    scroll-margin-top: calc(${barHeight} + 3rem);

    &:hover {
      border-color: ${color.ink};
    }
    &:focus-visible {
      outline-offset: 0;
      border-color: ${color.ink};
    }
  }
  .field textarea {
    display: block;
    resize: vertical;
  }
  .hint {
    font-size: ${size.small};
    line-height: 1.5;
    color: ${color.muted};
  }
  .counter:empty {
    display: none;
  }
  /* Takes up no space while empty, but exists so that screen readers announce changes. */
  .slow:empty {
    position: absolute;
  }
`;

const messageStyle = css`
  .field [aria-invalid='true'] {
    border-color: ${color.danger};
    box-shadow: inset 0 -2px 0 ${color.danger};
  }
  .error {
    display: flex;
    gap: 0.5em;
    font-size: 0.9375rem;
    font-weight: 500;
    line-height: 1.4;
    color: ${color.danger};

    &::before {
      content: '';
      flex: none;
      width: 0.5em;
      height: 0.5em;
      margin-top: 0.45em;
      border: 2px solid currentColor;
      border-radius: 50%;
    }
  }
  .statement {
    display: grid;
    gap: ${space.tiny};
    padding: ${space.base} clamp(${space.small}, 4vw, ${space.medium});
    border-left: 3px solid ${color.danger};
    background: ${color.tint};
    overflow-wrap: anywhere;
  }
  .failure a {
    display: inline-block;
    max-width: 100%;
  }
  .failure {
    scroll-margin: calc(${barHeight} + ${space.base}) 0 14rem;
  }
  .summary-title {
    font-weight: 600;
  }
  .statement ul {
    padding-left: ${space.base};
  }
  .statement.sent {
    border-left-color: ${color.accent};
  }
  .statement.sent button {
    justify-self: start;
    margin-top: ${space.base};

    &:not(:hover) {
      background: transparent;
      color: ${color.primary};
    }
  }
  .sent-title {
    font: 400 ${size.item} / 1.25 ${font.display};
  }
  .reference-label {
    margin-block: 0.75rem 0.5rem;
    padding-top: 0.75rem;
    border-top: 1px solid ${color.line};
    color: ${color.muted};
    font-size: ${size.small};
  }
  .reference {
    color: ${color.primary};
    font-family: ${font.display};
    font-size: ${size.heading};
    line-height: 1.1;
    letter-spacing: 0.01em;
    white-space: nowrap;
  }
`;

/** Rendered at build time around the form, so that the browser loads no styling library. */
const FormStyle = styled.div`
  form,
  .entries {
    display: grid;
    gap: ${space.medium};
  }
  .entries[hidden] {
    display: none;
  }
  /* The two names are side by side, so that a phone's first view shows more fields. */
  .pairs {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(7.5rem, 100%), 1fr));
    gap: ${space.medium} ${space.base};

    ${media.medium} {
      grid-template-columns: 1fr 1fr;
      gap: ${space.medium};
    }
    > :nth-child(n + 3) {
      grid-column: 1 / -1;

      ${media.medium} {
        grid-column: auto;
      }
    }
  }
  .visually-hidden {
    ${visuallyHidden}
  }
  button {
    ${buttonStyle()}

    ${media.print} {
      display: none;
    }
  }
  ${fieldStyle}
  ${media.scripted} {
    ${messageStyle}
  }
`;
