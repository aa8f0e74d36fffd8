import { styled } from 'styled-components';
import type { Service } from '../../content/home/services.ts';
import { color, font, media, size } from '../../design/theme.ts';
import { iconPaths } from './icon-paths.ts';

/** One line of the numbered index; the list's counter gives the number. */
export function ServiceEntry({ name, icon, text }: Service) {
  return (
    <Entry>
      <Name>{name}</Name>
      <Text>{text}</Text>
      <Icon viewBox="0 0 40 40" aria-hidden="true">
        <path d={iconPaths[icon]} />
      </Icon>
    </Entry>
  );
}

const Entry = styled.li`
  counter-increment: service;
  display: grid;
  grid-template-columns: 3.25rem 1fr 2.75rem;
  gap: 0.625rem 0;
  padding-block: 1.625rem 1.75rem;
  border-top: 1px solid ${color.line};

  &::before {
    content: counter(service, decimal-leading-zero);
    grid-row: 1;
    color: ${color.brass};
    font: 400 ${size.item} / 1.25 ${font.display};
    font-feature-settings: 'tnum';
  }
  ${media.medium} {
    grid-template-columns: 4.5rem 1fr 5rem;
  }
  ${media.wide} {
    grid-template-columns: 4.5rem minmax(0, 17rem) minmax(0, 1fr) 5rem;
    padding-block: 2rem 2.125rem;
  }
`;

const Name = styled.h3`
  font-size: ${size.item};
  line-height: 1.25;
  letter-spacing: -0.01em;
`;

const Text = styled.p`
  grid-column: 2 / -1;
  color: ${color.muted};

  ${media.medium} {
    grid-column-end: -2;
  }
  ${media.wide} {
    grid-column: 3;
    grid-row: 1;
    padding-left: 1.5rem;
  }
`;

const Icon = styled.svg`
  grid-column: -2;
  grid-row: 1;
  justify-self: end;
  margin-bottom: -0.75rem;
  width: 2.75rem;
  height: 2.75rem;
  fill: none;
  stroke: ${color.teal};
  stroke-width: 1.5;
  stroke-linecap: round;
  stroke-linejoin: round;
`;
