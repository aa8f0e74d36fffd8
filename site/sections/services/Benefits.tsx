import { styled } from 'styled-components';
import { services } from '../../content/home/services.ts';
import { color, media, size } from '../../design/theme.ts';

export function Benefits() {
  return (
    <Wrapper>
      <Title>{services.benefitsTitle}</Title>
      <List role="list">
        {services.benefits.map(({ title, text }) => (
          <li key={title}>
            <Name>{title}</Name>
            <Text>{text}</Text>
          </li>
        ))}
      </List>
    </Wrapper>
  );
}

const Wrapper = styled.div`
  display: grid;
  gap: 2rem 4rem;
  margin-top: clamp(3.5rem, 7vw, 7rem);

  ${media.wide} {
    grid-template-columns: 4fr 8fr;
  }
`;

const Title = styled.h3`
  font-size: clamp(1.75rem, 1.5rem + 1vw, 2.375rem);
  line-height: 1.15;
  letter-spacing: -0.012em;
`;

const List = styled.ul`
  display: grid;
  gap: 2rem clamp(2rem, 4vw, 4rem);

  ${media.medium} {
    grid-template-columns: 1fr 1fr;
    row-gap: 2.75rem;
  }
  li {
    padding-top: 1.125rem;
    border-top: 2px solid ${color.brass};
  }
`;

const Name = styled.h4`
  max-width: 18em;
  font-size: ${size.item};
  line-height: 1.25;
  letter-spacing: -0.008em;
`;

const Text = styled.p`
  margin-top: 0.625rem;
  color: ${color.muted};
`;
