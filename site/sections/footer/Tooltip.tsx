import { styled } from 'styled-components';
import { color, motion } from '../../design/theme.ts';

/** Hidden until the enhancer marks its parent with `data-tooltip-open`. */
export const Tooltip = styled.span`
  position: absolute;
  bottom: 100%;
  left: 50%;
  /* The space between link and words belongs to the tooltip, so that the pointer can cross it. */
  padding-bottom: 0.5rem;
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
  padding: 0.375rem 0.75rem 0.875rem;
  color: ${color.paper};

  [data-tooltip-open] > & {
    visibility: visible;
    opacity: 1;
    z-index: 1;
  }
`;
