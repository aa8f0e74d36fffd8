import { styled } from 'styled-components';

import type { Firm } from '#contract/company.ts';
import { drawn } from '#design/line-art.tsx';
import { color, motion } from '#design/tokens.ts';
import { VisuallyHidden } from '#design/layout.ts';
import { company } from '../content/content.ts';
import { footer } from '../content/page-frame.ts';

export function SocialLinks() {
  return (
    <List role="list" aria-label={footer.socialTitle} data-island="tooltips">
      {company.social.map(({ label, href }) => (
        <li key={label} data-tooltip="">
          <Link href={href} rel="noopener">
            <VisuallyHidden>{label}</VisuallyHidden>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={socialPaths[label]} />
            </svg>
          </Link>
          {/* The link already has this name, so the tooltip need not be announced. */}
          <Tooltip role="tooltip" aria-hidden="true">
            {label}
          </Tooltip>
        </li>
      ))}
    </List>
  );
}

const List = styled.ul`
  display: flex;
  gap: 0.75rem;

  li {
    position: relative;
  }
`;

const Link = styled.a`
  display: grid;
  place-items: center;
  width: 3rem;
  height: 3rem;
  border: 1px solid ${color.control};
  border-radius: 50%;
  transition:
    background-color ${motion.quick},
    color ${motion.quick};

  &:hover {
    background: ${color.primary};
    color: ${color.onPrimary};
  }
  svg {
    width: 1.375rem;
    height: 1.375rem;
    ${drawn('currentColor', 1.75)}
  }
`;

/** Hidden until the tooltips island marks the parent element with `data-tooltip-open`. */
const Tooltip = styled.span`
  position: absolute;
  bottom: 100%;
  left: 50%;
  /* The gap belongs to the tooltip, so that the pointer can cross it. */
  padding: 0.375rem 0.75rem 0.875rem;
  color: ${color.paper};
  font-size: 0.875rem;
  font-weight: 500;
  line-height: 1.4;
  white-space: nowrap;
  visibility: hidden;
  opacity: 0;
  transform: translateX(-50%);
  transition: opacity ${motion.quick};

  &::before {
    content: '';
    position: absolute;
    inset: 0 0 0.5rem;
    z-index: -1;
    border: 1px solid transparent;
    border-radius: 2px;
    background: ${color.ink};
  }

  [data-tooltip-open] > & {
    visibility: visible;
    opacity: 1;
    z-index: 1;
  }
`;

const socialPaths: Record<Firm['social'][number]['label'], string> = {
  Facebook: 'M10.5 21v-8.5H8M16 12.5h-5.5V8a4 4 0 0 1 4-4H16',
  Instagram:
    'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4ZM12 8.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM16.8 7.2v.1',
  LinkedIn: 'M5 10v9M5 5v.1M10.5 19v-9M10.5 13.5a4.25 4.25 0 0 1 8.5 0V19',
  Twitter:
    'M3.5 18.5c2 .9 4.2 1.2 6.3.8 5-.9 8.6-5 8.7-10.5L21 5.7l-3 .4c-1.7-1.8-5.3-1.5-6.1 1.3-.2.6-.2 1.2-.1 1.9-3.2 0-6-1.4-7.9-3.9-1 2.6-.3 5.2 1.7 6.9L4 12c.5 2 1.8 3.3 3.7 3.8-.9 1.3-2.3 2.2-4.2 2.7Z',
};
