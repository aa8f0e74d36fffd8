import { styled } from 'styled-components';

import { Shell } from '../../design/layout.ts';
import { color, font, media, size, space } from '../../design/tokens.ts';
import { useContent } from '../content/locale.ts';
import { logo } from '../content/pictures.ts';
import { Picture } from './Picture.tsx';

/** The institutions that the firm serves, in a row below the hero. */
export function Clients() {
  const { clients } = useContent().proof;
  if (!clients) return null;
  return (
    <Wrapper>
      <Shell>
        <Title>{clients.title}</Title>
        <List role="list">
          {clients.clients.map(({ name, logo: file }) => (
            <li key={name}>
              {file ? <Picture file={file} alt={name} shape={logo} sizes="120px" /> : name}
            </li>
          ))}
        </List>
      </Shell>
    </Wrapper>
  );
}

const Wrapper = styled.section`
  padding-block: clamp(1.75rem, 4vw, 3rem);
  border-top: 1px solid ${color.line};
`;

const Title = styled.h2`
  font: 400 ${size.text} / 1.4 ${font.text};
  color: ${color.muted};
`;

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.875rem clamp(1.75rem, 4vw, 3.5rem);
  margin-top: ${space.base};
  font: 400 ${size.lead} / 1.3 ${font.display};
  letter-spacing: -0.01em;

  img {
    width: 7.5rem;
    height: auto;

    /* Logos are made for a light page. */
    ${media.dark} {
      padding: 0.375rem;
      background: ${color.ink};
    }
  }
`;
