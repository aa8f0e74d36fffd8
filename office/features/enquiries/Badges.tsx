import { styled } from 'styled-components';

import { color, size } from '../../../design/tokens.ts';
import { badgeOf, type EnquiryRow } from '../../office-views.ts';

/** The badges of an enquiry, such as 'Acknowledgement bounced'. */
export function Badges({ badges }: Pick<EnquiryRow, 'badges'>) {
  return badges.map((badge) => (
    <BadgeMark key={badge} data-grave={badgeOf(badge).isSevere}>
      {badgeOf(badge).words}
    </BadgeMark>
  ));
}

export const BadgeMark = styled.span`
  color: ${color.muted};
  font-size: ${size.small};
  font-weight: 500;
  line-height: 1.7;

  &::before {
    content: '';
    display: inline-block;
    width: 0.5em;
    height: 0.5em;
    margin-right: 0.5em;
    border: 1.5px solid ${color.brass};
    border-radius: 50%;
    vertical-align: 0.08em;
  }
  &[data-grave='true'] {
    color: ${color.danger};

    &::before {
      border-color: ${color.danger};
      background: ${color.danger};
    }
  }
`;
