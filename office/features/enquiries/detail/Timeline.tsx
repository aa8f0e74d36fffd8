import { styled } from 'styled-components';

import { exactTime, fullTime } from '../../../../contract/time.ts';
import { color, media, size, space } from '../../../../design/tokens.ts';
import type { AnswerOf } from '../../../office-api.ts';
import { entriesOf } from './timeline-entries.ts';

/** The history of an enquiry with its notes, oldest first. */
export function Timeline({
  timeline,
  handling,
}: Pick<AnswerOf<'enquiry.open'>, 'timeline' | 'handling'>) {
  return (
    <TimelineList role="list">
      {entriesOf(timeline, handling.notes).map(({ at, words, note, isGrave, times }, index) => (
        <li key={index} data-note={note !== undefined} data-grave={isGrave}>
          <p>
            <span>
              {words}
              {times > 1 && ` (${times} times)`}
            </span>
            <time dateTime={at} title={fullTime(at)}>
              {exactTime(at)}
            </time>
          </p>
          {note && <NoteText dir="auto">{note.text}</NoteText>}
        </li>
      ))}
    </TimelineList>
  );
}

export const TimelineList = styled.ol`
  width: 100%;

  li {
    position: relative;
    padding: 0 0 ${space.small} 1.75rem;
  }
  li::before {
    content: '';
    position: absolute;
    top: 0.5em;
    left: 0.25rem;
    z-index: 1;
    width: 0.5625rem;
    height: 0.5625rem;
    border: 1.5px solid ${color.brass};
    border-radius: 50%;
    background: ${color.paper};
  }
  li:not(:last-child)::after {
    content: '';
    position: absolute;
    top: 0.75em;
    bottom: -0.5em;
    left: 0.5rem;
    border-left: 1px solid ${color.line};
  }
  li[data-note='true']::before {
    background: ${color.brass};
  }
  li[data-grave='true'] {
    &::before {
      border-color: ${color.danger};
    }
    span {
      color: ${color.danger};
    }
  }
  p {
    font-size: 0.9375rem;

    ${media.medium} {
      display: flex;
      justify-content: space-between;
      gap: ${space.base};
    }
  }
  time {
    display: block;
    flex: none;
    color: ${color.muted};
    font-size: ${size.small};
    font-variant-numeric: tabular-nums;
    line-height: 1.7;
  }
`;

const NoteText = styled.blockquote`
  margin-top: 0.25rem;
  padding: ${space.small} ${space.base};
  background: ${color.vellum};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  unicode-bidi: plaintext;
`;
