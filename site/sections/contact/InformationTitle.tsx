import { styled } from 'styled-components';
import { font, size } from '../../design/theme.ts';

export const InformationTitle = styled.h3`
  font: 400 ${size.item} / 1.25 ${font.display};
  letter-spacing: -0.01em;
`;
