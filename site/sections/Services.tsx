import { styled } from 'styled-components';

import type { Service } from '#contract/firm-content.ts';
import { services } from '#firm/content/services.ts';
import {
  Band,
  grid,
  ItemTitle,
  Lead,
  SectionTitle,
  Shell,
  span,
  Subtitle,
} from '#design/layout.ts';
import { drawn } from '#design/line-art.tsx';
import { color, media, size, space } from '#design/tokens.ts';
import { home } from '../content/content.ts';
import { serviceId } from '../content/page-frame.ts';
import { SpecimenSheet, SpecimenToggle } from './SpecimenSheet.tsx';

export function Services() {
  const copy = home.services;
  return (
    <Wrapper id="services">
      <Shell>
        <Header>
          <SectionTitle>{copy.title}</SectionTitle>
          <Lead>{copy.introduction}</Lead>
        </Header>
        <Cards role="list">
          {services.map((service) => (
            <ServiceCard key={service.id} {...service} />
          ))}
        </Cards>
        <BenefitColumns>
          <Subtitle>{copy.benefitsTitle}</Subtitle>
          <BenefitList role="list">
            {copy.benefits.map(({ title, text }) => (
              <li key={title}>
                <BenefitName>{title}</BenefitName>
                <BenefitText>{text}</BenefitText>
              </li>
            ))}
          </BenefitList>
        </BenefitColumns>
      </Shell>
    </Wrapper>
  );
}

const Wrapper = styled(Band)`
  border-top: 1px solid ${color.line};

  ${media.print} {
    margin-top: ${space.medium};
    padding-top: ${space.medium};
  }
`;

const Header = styled.header`
  ${grid('1.5rem', { wide: 2 })}
  align-items: end;
  break-after: avoid;
  margin-bottom: clamp(2.5rem, 5vw, 5rem);

  ${media.print} {
    margin-bottom: ${space.medium};
  }
`;

const Cards = styled.ul`
  ${grid('2.5rem', { medium: 2, wide: 3 })}
  /* The cards after an open specimen fill the row above it. */
  grid-auto-flow: dense;

  /* Uses columns, because the sheets differ in height. */
  ${media.print} {
    display: block;
    columns: 2;
  }
`;

function ServiceCard({ id, name, icon, text, specimen }: Service) {
  return (
    <Item role="listitem">
      <Card id={serviceId({ id })}>
        <Icon viewBox="0 0 40 40" aria-hidden="true">
          <path d={iconPaths[icon]} />
        </Icon>
        <ItemTitle>{name}</ItemTitle>
        <ServiceText>{text}</ServiceText>
        {specimen && <SpecimenToggle {...specimen} />}
      </Card>
      {specimen && <SpecimenSheet {...specimen} />}
    </Item>
  );
}

const Item = styled.li`
  display: contents;

  ${media.print} {
    display: block;
    break-inside: avoid;
    padding-bottom: 1rem;
  }
`;

const Card = styled.div`
  padding-top: 1.5rem;
  border-top: 1px solid ${color.primary};

  ${media.print} {
    padding-block: 0.5rem;

    /* Titles in Firefox include space for the next lines. A card is not split, so it needs none. */
    > h3 {
      padding: 0;
      margin: 0;
    }
  }
`;

const Icon = styled.svg`
  width: 2.75rem;
  height: 2.75rem;
  margin-bottom: 1.125rem;
  ${drawn(color.primary, 1.5)}

  ${media.print} {
    display: none;
  }
`;

const ServiceText = styled.p`
  margin-top: 0.625rem;
  color: ${color.muted};
`;

/** Icons in a 40-unit square, drawn with the arcs and seats of the council table. */
const iconPaths: Record<Service['icon'], string> = {
  members:
    'M20 19a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM10 34a10 10 0 0 1 20 0M7.5 22.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM32.5 22.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2 34a6.5 6.5 0 0 1 5-7.5M38 34a6.5 6.5 0 0 0-5-7.5',
  finance: 'M8 4h24v32H8ZM13 11h8M13 17h8M13 23h8M25 11h2M25 17h2M25 23h2M23 28.5h6M23 31.5h6',
  events:
    'M4 35a16 16 0 0 1 32 0M10 35a10 10 0 0 1 20 0M16 35a4 4 0 0 1 8 0M20 14V4M20 5h9l-3 3 3 3h-9',
  technology:
    'M7 9a13 5 0 1 0 26 0 13 5 0 1 0-26 0M7 9v11a13 5 0 0 0 26 0V9M7 20v11a13 5 0 0 0 26 0V20M12 19v2.5M12 30v2.5',
  secretariat:
    'M7 4h20v12M7 4v32h12M12 11h10M12 17h8M12 23h5M34.5 16.5 25 31l-4.5 3.5L22 29l9.5-14.5Z',
  operations:
    'M20 28a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM20 16v4l2.5 2M15.5 4.6a16 16 0 0 1 9 0M31.5 8.9a16 16 0 0 1 4.3 7.8M35.8 23.3a16 16 0 0 1-4.3 7.8M8.5 8.9a16 16 0 0 0-4.3 7.8M4.2 23.3a16 16 0 0 0 4.3 7.8M15.5 35.4a16 16 0 0 0 9 0',
};

const BenefitColumns = styled.div`
  ${grid('2rem', { wide: 3 })}
  margin-top: clamp(3.5rem, 7vw, 7rem);
  break-inside: avoid;

  ${media.print} {
    margin-top: ${space.medium};
  }
`;

const BenefitList = styled.ul`
  ${grid('2.5rem', { medium: 2 })}
  ${span(2)}

  ${media.print} {
    row-gap: ${space.base};
  }

  li {
    break-inside: avoid;
    padding-top: 1.125rem;
    border-top: 2px solid ${color.accent};
  }
`;

const BenefitName = styled.h4`
  max-width: 18em;
  font-size: ${size.item};
  line-height: 1.25;
  letter-spacing: -0.008em;
`;

const BenefitText = styled.p`
  margin-top: 0.625rem;
  color: ${color.muted};
`;
