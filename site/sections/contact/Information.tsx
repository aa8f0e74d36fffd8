import { styled } from 'styled-components';
import { company } from '../../content/company.ts';
import { contact } from '../../content/home/contact.ts';
import { color, media } from '../../design/theme.ts';
import { InformationTitle } from './InformationTitle.tsx';

export function Information() {
  const { information } = contact;
  return (
    <div>
      <InformationTitle>{information.title}</InformationTitle>
      <List>
        <div>
          <dt>{information.address}</dt>
          <dd>
            {company.addressLines.map((line) => (
              <Line key={line}>{line}</Line>
            ))}
          </dd>
        </div>
        <div>
          <dt>{information.phone}</dt>
          <dd>
            <a href={company.phoneHref}>{company.phone}</a>
          </dd>
        </div>
        <div>
          <dt>{information.email}</dt>
          <dd>
            <a href={`mailto:${company.email}`}>{company.email}</a>
          </dd>
        </div>
      </List>
    </div>
  );
}

const List = styled.dl`
  margin-top: 0.75rem;
  line-height: 1.5;

  > div {
    display: grid;
    gap: 0 1rem;
    padding-block: 0.6875rem;
    border-top: 1px solid ${color.line};

    /* Beside its label, an e-mail address would be broken on a phone. */
    ${media.medium} {
      grid-template-columns: minmax(6.5rem, 2fr) 5fr;
    }
  }
  dt {
    color: ${color.muted};
  }
  dd {
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

const Line = styled.span`
  display: block;
`;
