import { styled } from 'styled-components';
import { footer } from '../../content/footer.ts';
import { Shell } from '../../design/layout.tsx';
import { color, size } from '../../design/theme.ts';

/** The last line of every page. */
export function Colophon() {
  return (
    <Row>
      <p>{footer.copyright}</p>
      <Links role="list">
        {[footer.privacy, footer.terms].map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </Links>
    </Row>
  );
}

const Row = styled(Shell)`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0.5rem 2rem;
  padding-block: 1.5rem 2rem;
  border-top: 1px solid ${color.line};
  font-size: ${size.small};
`;

const Links = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 2rem;

  a {
    color: ${color.ink};
  }
`;
