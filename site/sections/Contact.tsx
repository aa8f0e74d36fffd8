import { styled } from 'styled-components';
import { Partnership } from '../art/Partnership.tsx';
import { ContactFormIsland } from '../contact/ContactFormIsland.tsx';
import { contact } from '../content/home/contact.ts';
import { Card, CardTitle } from '../design/controls.tsx';
import { Lead, SectionTitle, Shell } from '../design/layout.tsx';
import { media, space } from '../design/theme.ts';
import { Hours } from './contact/Hours.tsx';
import { Information } from './contact/Information.tsx';

export function Contact() {
  return (
    <Wrapper id="contact">
      <Shell>
        <Header>
          <SectionTitle>{contact.heading}</SectionTitle>
          <Lead>{contact.subtitle}</Lead>
        </Header>
        <Columns>
          <FormCard>
            <CardTitle>{contact.form.title}</CardTitle>
            <ContactFormIsland />
          </FormCard>
          <Beside>
            <Information />
            <Hours />
            <Partnership alt={contact.image.alt} />
          </Beside>
        </Columns>
      </Shell>
    </Wrapper>
  );
}

const Wrapper = styled.section`
  padding-block: ${space.section};
`;

const Header = styled.header`
  display: grid;
  gap: 1.5rem;
  max-width: 52rem;
  margin-bottom: clamp(2.5rem, 5vw, 4.5rem);
`;

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 3.5rem clamp(3rem, 6vw, 6rem);

  ${media.wide} {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
  }
`;

const FormCard = styled(Card)`
  display: grid;
  align-self: start;
  gap: 1.25rem;
`;

const Beside = styled.div`
  display: grid;
  align-content: start;
  gap: 2.75rem;

  > svg {
    width: 100%;
  }
`;
