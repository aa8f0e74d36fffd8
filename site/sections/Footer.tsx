import { styled } from 'styled-components';
import { company } from '../content/company.ts';
import { footer } from '../content/footer.ts';
import { Overline, Shell } from '../design/layout.tsx';
import { color, font, media, space } from '../design/theme.ts';
import { Colophon } from './footer/Colophon.tsx';
import { FooterList } from './footer/FooterList.tsx';
import { SocialLinks } from './footer/SocialLinks.tsx';
import { Brand } from './nav/Brand.tsx';

export function Footer() {
  return (
    <Wrapper data-print="hide">
      <Columns>
        <Firm>
          <Brand href="/" />
          <Tagline>{footer.tagline}</Tagline>
          <SocialLinks />
        </Firm>
        <div>
          <Overline as="h2">{footer.servicesTitle}</Overline>
          <FooterList role="list">
            {footer.services.map(({ label, href }) => (
              <li key={label}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </FooterList>
        </div>
        <div>
          <Overline as="h2">{footer.contactTitle}</Overline>
          <FooterList role="list">
            <li>{company.addressLines.join(', ')}</li>
            <li>
              <a href={`mailto:${company.email}`}>{company.email}</a>
            </li>
            <li>
              <a href={company.phoneHref}>{company.phone}</a>
            </li>
          </FooterList>
        </div>
      </Columns>
      <Colophon />
    </Wrapper>
  );
}

const Wrapper = styled.footer`
  border-top: 1px solid ${color.line};
  background: ${color.vellum};
`;

const Columns = styled(Shell)`
  display: grid;
  gap: 3rem clamp(2.5rem, 5vw, 5rem);
  padding-block: ${space.huge};

  ${media.medium} {
    grid-template-columns: 1fr 1fr;
  }
  ${media.wide} {
    grid-template-columns: 6fr 3fr 3fr;
  }
`;

const Firm = styled.div`
  display: grid;
  gap: 2rem;
  justify-items: start;

  ${media.medium} {
    grid-column: 1 / -1;
  }
  ${media.wide} {
    grid-column: auto;
  }
`;

const Tagline = styled.p`
  max-width: 20em;
  font: 400 1.375rem/1.35 ${font.display};
  text-wrap: balance;
`;
