import { styled } from 'styled-components';

import { Band, grid, ItemTitle, Shell, span, Subtitle } from '../../design/layout.ts';
import { color, font, media, size } from '../../design/tokens.ts';
import type { Proof as Content } from '../../contract/firm-proof.ts';
import { useContent } from '../content/locale.ts';
import { portrait } from '../content/pictures.ts';
import { Picture } from './Picture.tsx';

/** Testimonials, a case study and people. Renders only the parts that the firm provides. */
export function Proof() {
  const { testimonials, case: example, people } = useContent().proof;
  if (!testimonials && !example && !people) return null;
  return (
    <Wrapper>
      <Parts>
        {testimonials && <Testimonials {...testimonials} />}
        {example && <Case {...example} />}
        {people && <People {...people} />}
      </Parts>
    </Wrapper>
  );
}

const Wrapper = styled(Band)`
  border-top: 1px solid ${color.line};
  background: ${color.tint};
`;

const Parts = styled(Shell)`
  display: grid;
  gap: clamp(3.5rem, 7vw, 7rem);

  ${media.print} {
    display: block;

    > * + * {
      margin-top: 2rem;
    }
  }
`;

type Shown<Part extends keyof Content> = NonNullable<Content[Part]>;

function Testimonials({ title, testimonials: all }: Shown<'testimonials'>) {
  const [first, ...others] = all;
  return (
    <Columns>
      <Subtitle as="h2">{title}</Subtitle>
      <Quotes>
        {first && <Testimonial {...first} />}
        {others.length > 0 && (
          <Others>
            {others.map((each) => (
              <Testimonial key={each.name} {...each} />
            ))}
          </Others>
        )}
      </Quotes>
    </Columns>
  );
}

function Testimonial({ quote, name, role }: Shown<'testimonials'>['testimonials'][number]) {
  return (
    <Figure>
      <blockquote>
        <p>“{quote}”</p>
      </blockquote>
      <figcaption>
        <strong>{name}</strong>
        {role}
      </figcaption>
    </Figure>
  );
}

const Columns = styled.div`
  ${grid('1.75rem', { wide: 3 })}

  /* In a grid, the title could be alone at the foot of a sheet. */
  ${media.print} {
    display: block;
    break-inside: avoid;

    > h2 {
      padding: 0;
      margin-bottom: 1rem;
    }
  }
`;

const Quotes = styled.div`
  ${span(2)}
  display: grid;
  gap: 2.5rem;
`;

const Figure = styled.figure`
  break-inside: avoid;

  blockquote {
    font: 400 ${size.item} / 1.32 ${font.display};
    letter-spacing: -0.01em;
    text-indent: -0.42em;

    ${media.print} {
      text-indent: 0;
    }
  }
  figcaption {
    margin-top: 0.875rem;
    color: ${color.muted};
    font-size: 0.9375rem;
    line-height: 1.5;
  }
  strong {
    display: block;
    color: ${color.ink};
    font-weight: 600;
  }
  ${Quotes} > & blockquote {
    font-size: clamp(1.625rem, 1.3rem + 1.4vw, 2.375rem);
    line-height: 1.22;
    letter-spacing: -0.014em;

    ${media.print} {
      font-size: 1.5rem;
    }
  }
`;

const Others = styled.div`
  ${grid('2rem', { medium: 2 })}

  > * {
    padding-top: 1.125rem;
    border-top: 1px solid ${color.line};
  }
`;

function Case({ title, institution, problem, result }: Shown<'case'>) {
  return (
    <Columns>
      <Subtitle as="h2">{title}</Subtitle>
      <Quotes>
        <ItemTitle>{institution}</ItemTitle>
        <Steps>
          {[problem, result].map((part) => (
            <Step key={part.title}>
              <h4>{part.title}</h4>
              <p>{part.text}</p>
            </Step>
          ))}
        </Steps>
      </Quotes>
    </Columns>
  );
}

const Steps = styled.div`
  ${grid('2rem', { medium: 2 })}
`;

const Step = styled.div`
  break-inside: avoid;
  padding-top: 1.125rem;
  border-top: 2px solid ${color.accent};

  h4 {
    margin-bottom: 0.5rem;
    font: 600 ${size.text} / 1.4 ${font.text};
  }
  p {
    color: ${color.muted};
  }
`;

function People({ title, people: all }: Shown<'people'>) {
  return (
    <Columns>
      <Subtitle as="h2">{title}</Subtitle>
      <PeopleList role="list">
        {all.map(({ name, role, portrait: picture }) => (
          <li key={name}>
            {picture && (
              <Picture
                {...picture}
                shape={portrait}
                sizes="(min-width: 64em) 16rem, (min-width: 48em) 28vw, 44vw"
              />
            )}
            <strong>{name}</strong>
            <span>{role}</span>
          </li>
        ))}
      </PeopleList>
    </Columns>
  );
}

const PeopleList = styled.ul`
  ${span(2)}
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 2rem clamp(1.25rem, 4vw, 3rem);

  ${media.medium} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  li {
    break-inside: avoid;
    line-height: 1.45;
  }
  img {
    width: 100%;
    height: auto;
    margin-bottom: 0.875rem;
    border-radius: 2px;
  }
  strong {
    display: block;
    font: 400 ${size.item} / 1.25 ${font.display};
  }
  span {
    color: ${color.muted};
    font-size: 0.9375rem;
  }
`;
