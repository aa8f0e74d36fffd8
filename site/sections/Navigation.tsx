import { styled } from 'styled-components';
import { navigation } from '../content/navigation.ts';
import { Shell } from '../design/layout.tsx';
import { barHeight, color, media, motion } from '../design/theme.ts';
import { Brand } from './nav/Brand.tsx';
import { MenuToggle } from './nav/MenuToggle.tsx';
import { NavList } from './nav/NavList.tsx';

const listId = 'navigation-links';

export function Navigation({ path }: { path: string }) {
  return (
    <Bar data-nav="" data-print="hide" aria-label={navigation.label}>
      <Row>
        <Brand href={path === '/' ? '#home' : '/'} />
        <MenuToggle controls={listId} />
        <NavList id={listId} path={path} />
      </Row>
    </Bar>
  );
}

const Bar = styled.nav`
  position: fixed;
  inset: 0 0 auto;
  z-index: 10;
  border-bottom: 1px solid ${color.line};
  background: ${color.paper};
  box-shadow: 0 1px 4px rgb(0 0 0 / 4%);
  transition: box-shadow ${motion.quick};

  &[data-scrolled] {
    box-shadow: 0 6px 24px rgb(0 0 0 / 16%);

    ${media.dark} {
      box-shadow: 0 8px 28px rgb(0 0 0 / 75%);
    }
  }
  ${media.belowWide} {
    max-height: 100dvh;
    overflow-y: auto;

    @media (scripting: none) {
      position: static;
    }
  }
`;

const Row = styled(Shell)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  column-gap: 1rem;

  > a {
    min-height: ${barHeight};
  }
`;
