import { styled } from 'styled-components';
import { color } from '../../design/theme.ts';

export const FooterList = styled.ul`
  margin-top: 0.75rem;
  color: ${color.muted};
  line-height: 1.5;

  li {
    padding-block: 0.25rem;
  }
  a {
    color: ${color.ink};
    text-decoration-color: transparent;
  }
  a:hover {
    text-decoration-color: currentColor;
  }
`;
