import { styled } from 'styled-components';

import { color, size, space } from '../../../design/tokens.ts';

export const Wide = styled.section`
  width: 100%;

  h2 {
    margin-bottom: ${size.small};
  }
  tbody th {
    overflow-wrap: anywhere;
  }
`;

export const Table = styled.table`
  width: 100%;
  max-width: 34rem;
  border-collapse: collapse;
  font-size: 0.9375rem;
  font-variant-numeric: tabular-nums;

  th,
  td {
    padding: 0.375rem 0 0.375rem ${space.base};
    border-bottom: 1px solid ${color.line};
    text-align: right;
  }
  th:first-child {
    padding-left: 0;
    font-weight: 400;
    text-align: left;
  }
  thead th,
  thead th:first-child {
    font-weight: 600;
    vertical-align: bottom;
  }
`;
