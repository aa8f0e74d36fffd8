import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { size } from '../../../design/tokens.ts';
import type { AnswerOf } from '../../office-api.ts';
import { pages } from '../../page-list.ts';
import { useNames } from '../../shell/use-names.ts';
import { unassigned } from '../../enquiries/words.ts';
import { Table } from './FiguresTable.tsx';
import { PanelTitle } from '../../ui.tsx';

export function Load({ load }: Pick<AnswerOf<'overview.read'>, 'load'>) {
  const nameOf = useNames();
  const hasTarget = load.some(({ overdue }) => overdue !== null);
  return (
    <Wide aria-labelledby="load-title">
      <PanelTitle id="load-title">Open enquiries by colleague</PanelTitle>
      <Table>
        <thead>
          <tr>
            <th scope="col">Assigned to</th>
            <th scope="col">Enquiries</th>
            {hasTarget && <th scope="col">Replies overdue</th>}
          </tr>
        </thead>
        <tbody>
          {load.map(({ owner, open, overdue }) => (
            <tr key={owner}>
              <th scope="row">{owner === null ? 'Unassigned' : nameOf(owner)}</th>
              <td>{open}</td>
              {hasTarget && <td>{overdue ? <Link to={overdueList(owner)}>{overdue}</Link> : 0}</td>}
            </tr>
          ))}
        </tbody>
      </Table>
    </Wide>
  );
}

/**
 * The address of the list of enquiries whose reply is overdue, oldest first. Without `owner`, the
 * list covers all enquiries; null selects unassigned ones.
 */
export function overdueList(owner?: string | null): string {
  const by = owner === undefined ? '' : `&owner=${owner ?? unassigned}`;
  return `${pages.enquiries.path}?tab=all&reply=overdue&sort=oldest${by}`;
}

const Wide = styled.section`
  width: 100%;

  h2 {
    margin-bottom: ${size.small};
  }
  tbody th {
    overflow-wrap: anywhere;
  }
`;
