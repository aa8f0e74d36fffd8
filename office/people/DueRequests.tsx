import { styled } from 'styled-components';

import { VisuallyHidden } from '#design/layout.ts';
import { color, space } from '#design/tokens.ts';
import { useAnswer } from '../shell/use-action.ts';
import { dueCountWords } from './words.ts';

export function DueRequests() {
  const { data: dueCounts } = useAnswer('request.due', {});
  const words = dueCounts && dueCountWords(dueCounts);
  if (!words) return null;
  return (
    <Count title={words}>
      <span aria-hidden="true">{dueCounts.soon + dueCounts.overdue}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </Count>
  );
}

const Count = styled.span`
  display: inline-block;
  min-width: 1.5rem;
  margin-left: ${space.tiny};
  padding: 0 0.4375rem;
  border-radius: 1rem;
  background: ${color.danger};
  color: ${color.paper};
  font-size: 0.8125rem;
  font-weight: 600;
  line-height: 1.5rem;
  text-align: center;
`;
