import { styled } from 'styled-components';
import { company } from '../../content/company.ts';
import { contact } from '../../content/home/contact.ts';
import { color } from '../../design/theme.ts';
import { InformationTitle } from './InformationTitle.tsx';

export function Hours() {
  return (
    <Table>
      <caption>
        <InformationTitle as="span">{contact.information.hours}</InformationTitle>
      </caption>
      <tbody>
        {company.hours.map(({ days, time }) => (
          <tr key={days}>
            <th scope="row">{days}</th>
            <td>{time}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  line-height: 1.5;
  word-spacing: 0.12em;

  caption {
    padding-bottom: 0.75rem;
    text-align: left;
  }
  th,
  td {
    padding: 0.6875rem 0;
    border-top: 1px solid ${color.line};
    font-weight: 400;
    text-align: left;
    vertical-align: baseline;
  }
  td {
    padding-left: 1rem;
    text-align: right;
    font-feature-settings: 'tnum';
  }
`;
