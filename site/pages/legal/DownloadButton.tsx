import { styled } from 'styled-components';
import type { Download } from '../../content/legal-document.ts';
import { ButtonLink } from '../../design/controls.tsx';
import { words } from './words.ts';

const hintId = 'download-hint';

export function DownloadButton({ label, href }: Download) {
  return (
    <div data-print="hide">
      <ButtonLink href={href} target="_blank" rel="noopener" aria-describedby={hintId}>
        {label}
        <Icon viewBox="0 0 20 20" aria-hidden="true">
          <path d="M10 3v10M5.5 9l4.5 4.5L14.5 9M3 17h14" />
        </Icon>
      </ButtonLink>
      <span id={hintId} hidden>
        {words.newTab}
      </span>
    </div>
  );
}

const Icon = styled.svg`
  width: 1.125rem;
  height: 1.125rem;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.75;
  stroke-linecap: round;
  stroke-linejoin: round;
`;
