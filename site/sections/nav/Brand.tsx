import { styled } from 'styled-components';
import { LogoMark } from '../../art/LogoMark.tsx';
import { company } from '../../content/company.ts';
import { color, font } from '../../design/theme.ts';

export function Brand({ href }: { href: string }) {
  return (
    <Wrapper href={href}>
      <LogoMark />
      {company.name}
    </Wrapper>
  );
}

const Wrapper = styled.a`
  display: inline-flex;
  align-items: center;
  gap: 0.75rem;
  color: ${color.ink};
  font: 500 1.3125rem/1.1 ${font.display};
  letter-spacing: -0.01em;
  text-decoration: none;
`;
