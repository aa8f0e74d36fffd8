import { styled } from 'styled-components';
import { about } from '../../content/home/about.ts';
import { color, font, media, size } from '../../design/theme.ts';

export function Stats() {
  return (
    <List>
      {about.stats.map(({ figure, label }) => (
        <Stat key={label}>
          <dt>{label}</dt>
          <Figure>{figure}</Figure>
        </Stat>
      ))}
    </List>
  );
}

const List = styled.dl`
  display: grid;
  gap: 1.75rem clamp(1.5rem, 4vw, 4rem);

  ${media.medium} {
    grid-template-columns: repeat(3, 1fr);
  }
`;

const Stat = styled.div`
  display: flex;
  flex-direction: column-reverse;
  justify-content: flex-end;
  padding-top: 1rem;
  border-top: 1px solid ${color.brass};
`;

const Figure = styled.dd`
  color: ${color.brass};
  font: 400 ${size.numeral} / 0.95 ${font.display};
  letter-spacing: -0.035em;
`;
