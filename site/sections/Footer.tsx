import { styled } from 'styled-components';

import { Brand } from '#design/Brand.tsx';
import { grid, Overline, Shell } from '#design/layout.ts';
import { color, font, media, space, size } from '#design/tokens.ts';
import { company } from '../content/content.ts';
import { footer } from '../content/page-frame.ts';
import { SocialLinks } from './SocialLinks.tsx';

export function Footer() {
  return (
    <Wrapper data-print="hide">
      <Columns>
        <Firm>
          <Brand name={company.name} href="/" />
          <Tagline>{footer.tagline}</Tagline>
          {company.social.length > 0 && <SocialLinks />}
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
      <Colophon>
        <p>{footer.copyright}</p>
        <ColophonLinks role="list">
          {footer.pages.map(({ path, inFooter }) => (
            <li key={path}>
              <a href={path}>{inFooter}</a>
            </li>
          ))}
        </ColophonLinks>
      </Colophon>
    </Wrapper>
  );
}

const Wrapper = styled.footer`
  border-top: 1px solid ${color.line};
  background: ${color.tint};
`;

const Columns = styled(Shell)`
  ${grid('3rem', { medium: 2, wide: 4 })}
  padding-block: ${space.huge};
`;

const Firm = styled.div`
  display: grid;
  gap: 2rem;
  justify-items: start;

  ${media.medium} {
    grid-column: span 2;
  }
`;

const Tagline = styled.p`
  max-width: 20em;
  font: 400 1.375rem/1.35 ${font.display};
  text-wrap: balance;
`;

const FooterList = styled.ul`
  margin-top: 0.75rem;
  color: ${color.muted};
  line-height: 1.5;

  li {
    padding-block: 0.25rem;
  }
  a {
    display: inline-block;
    overflow-wrap: anywhere;
    color: ${color.ink};
    text-decoration-color: transparent;
  }
  a:hover {
    text-decoration-color: currentColor;
  }
`;

const Colophon = styled(Shell)`
  ${grid('0.5rem', { medium: 2 })}
  padding-block: 1.5rem 2rem;
  border-top: 1px solid ${color.line};
  font-size: ${size.small};
`;

const ColophonLinks = styled.ul`
  ${grid('0.5rem', { medium: 2 })}

  a {
    display: inline-block;
    min-height: 24px;
    color: ${color.ink};
  }
`;
