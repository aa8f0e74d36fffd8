import { styled } from 'styled-components';
import { color, media, motion } from '../../design/theme.ts';

export const NavLink = styled.a`
  display: block;
  padding: 0.875rem 0;
  color: ${color.ink};
  font-weight: 500;
  font-size: 1.125rem;
  line-height: 1.5;
  text-decoration: none;

  &::after {
    content: '';
    display: block;
    height: 2px;
    margin-top: 0.125rem;
    background: ${color.brass};
    transform: scaleX(0);
    transform-origin: left;
    transition: transform ${motion.quick};
  }
  &:hover::after,
  &[aria-current]::after {
    transform: scaleX(1);
  }
  ${media.belowWide} {
    &::after {
      width: 2.5rem;
    }
  }
  ${media.wide} {
    padding: 0.625rem 0 0.5rem;
    font-size: 1rem;
  }
`;
