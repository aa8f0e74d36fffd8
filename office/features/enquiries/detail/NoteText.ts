import { styled } from 'styled-components';

import { color, space } from '../../../../design/tokens.ts';

export const NoteText = styled.blockquote`
  margin-top: 0.25rem;
  padding: ${space.small} ${space.base};
  background: ${color.tint};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  unicode-bidi: plaintext;
`;
