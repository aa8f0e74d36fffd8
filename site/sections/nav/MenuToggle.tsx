import { styled } from 'styled-components';
import { navigation } from '../../content/navigation.ts';
import { color, media, motion } from '../../design/theme.ts';
import { VisuallyHidden } from '../../design/layout.tsx';

/** Does nothing without JavaScript, and is then not shown. */
export function MenuToggle({ controls }: { controls: string }) {
  return (
    <Button type="button" data-nav-toggle="" aria-expanded="false" aria-controls={controls}>
      <VisuallyHidden data-when="closed">{navigation.openMenu}</VisuallyHidden>
      <VisuallyHidden data-when="open">{navigation.closeMenu}</VisuallyHidden>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M3 8h18" />
        <path d="M3 16h18" />
      </svg>
    </Button>
  );
}

const Button = styled.button`
  position: relative;
  width: 3rem;
  height: 3rem;
  margin-right: -0.75rem;
  padding: 0.75rem;
  border: 0;
  background: none;
  cursor: pointer;

  svg {
    fill: none;
    stroke: ${color.ink};
    stroke-width: 1.5;
    stroke-linecap: round;
  }
  path {
    transform-origin: center;
    transition: transform ${motion.quick};
  }
  &[aria-expanded='true'] path:first-child {
    transform: translateY(4px) rotate(45deg);
  }
  &[aria-expanded='true'] path:last-child {
    transform: translateY(-4px) rotate(-45deg);
  }
  &[aria-expanded='false'] [data-when='open'],
  &[aria-expanded='true'] [data-when='closed'] {
    display: none;
  }
  ${media.wide} {
    display: none;
  }
  @media (scripting: none) {
    display: none;
  }
`;
