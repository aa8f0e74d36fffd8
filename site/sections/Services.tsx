import { styled } from 'styled-components';
import { services } from '../content/home/services.ts';
import { Lead, SectionTitle, Shell } from '../design/layout.tsx';
import { color, media, space } from '../design/theme.ts';
import { Benefits } from './services/Benefits.tsx';
import { ServiceEntry } from './services/ServiceEntry.tsx';

export function Services() {
  return (
    <Wrapper id="services">
      <Shell>
        <Header>
          <SectionTitle>{services.title}</SectionTitle>
          <Lead>{services.introduction}</Lead>
        </Header>
        <Index role="list">
          {services.cards.map((card) => (
            <ServiceEntry key={card.icon} {...card} />
          ))}
        </Index>
        <Benefits />
      </Shell>
    </Wrapper>
  );
}

const Wrapper = styled.section`
  padding-block: ${space.section};
  border-top: 1px solid ${color.line};
`;

const Header = styled.header`
  display: grid;
  gap: 1.5rem 4rem;
  margin-bottom: clamp(2.5rem, 5vw, 5rem);

  ${media.wide} {
    grid-template-columns: 7fr 5fr;
    align-items: end;
  }
`;

const Index = styled.ol`
  border-bottom: 1px solid ${color.line};
`;
