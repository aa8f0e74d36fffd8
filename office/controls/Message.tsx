import { styled } from 'styled-components';

import { color, space } from '../../design/tokens.ts';
import { wordsOf } from '../shell/request.ts';

export const Message = styled.p<{ tone?: 'danger' | 'plain' }>`
  max-width: 44em;
  padding: ${space.small} ${space.base};
  border-left: 3px solid ${({ tone }) => (tone === 'danger' ? color.danger : color.accent)};
  background: ${color.tint};
  color: ${color.ink};
  font-weight: 500;
`;

/** Shows why something failed; nothing if `error` is null. */
export function ErrorMessage({ error }: { error: Error | null }) {
  return (
    error && (
      <Message tone="danger" role="alert">
        {wordsOf(error)}
      </Message>
    )
  );
}
