import { styled } from 'styled-components';
import { footer } from '../../content/footer.ts';
import { color, motion } from '../../design/theme.ts';
import { VisuallyHidden } from '../../design/layout.tsx';
import { socialPaths } from './social-paths.ts';
import { Tooltip } from './Tooltip.tsx';

export function SocialLinks() {
  return (
    <List role="list" aria-label={footer.socialTitle}>
      {footer.social.map(({ label, href }) => (
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
    background: ${color.teal};
    color: ${color.onTeal};
  }
  svg {
    width: 1.375rem;
    height: 1.375rem;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
`;
