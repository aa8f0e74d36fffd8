import { styled } from 'styled-components';

import { pageWords } from '#contract/page-words.ts';
import { Brand } from '#design/Brand.tsx';
import { Shell, VisuallyHidden } from '#design/layout.ts';
import { drawn } from '#design/line-art.tsx';
import { barHeight, color, media, motion, space } from '#design/tokens.ts';
import { company } from '../content/content.ts';
import { pagesInNavigation } from '../content/page-frame.ts';
import type { PageName } from '../page-list.ts';

const listId = 'navigation-links';

export function Navigation({ page }: { page: PageName }) {
  const { navigation } = pageWords;
  return (
    <Bar data-nav="" data-print="hide" aria-label={navigation.label}>
      <Row>
        <Brand name={company.name} href={page === 'home' ? '#home' : '/'} />
        <MenuToggle type="button" data-nav-toggle="" aria-expanded="false" aria-controls={listId}>
          <VisuallyHidden data-when="closed">{navigation.openMenu}</VisuallyHidden>
          <VisuallyHidden data-when="open">{navigation.closeMenu}</VisuallyHidden>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M3 8h18" />
            <path d="M3 16h18" />
          </svg>
        </MenuToggle>
        <List id={listId} role="list">
          {navigation.items.map(({ label, section, href }) => (
            <li key={section}>
              <NavLink href={page === 'home' ? `#${section}` : href} data-nav-link="">
                {label}
              </NavLink>
            </li>
          ))}
          {pagesInNavigation.map(({ name, path, inNavigation }) => (
            <PageItem key={path}>
              <NavLink href={path} aria-current={page === name ? 'page' : undefined}>
                {inNavigation}
              </NavLink>
            </PageItem>
          ))}
        </List>
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
  column-gap: 12px;

  > a {
    max-width: calc(100% - 52px);
    min-height: calc(${barHeight} - 1px);
  }
  /* A long name wraps, so that the links stay beside it. */
  ${media.wide} {
    flex-wrap: nowrap;
  }
`;

const MenuToggle = styled.button`
  position: relative;
  width: 48px;
  height: 48px;
  margin-right: -12px;
  padding: 12px;
  border: 0;
  background: none;
  cursor: pointer;

  svg {
    ${drawn(color.ink, 1.5)}
  }
  path {
    transform-origin: center;
    transition: transform ${motion.quick};
  }
  &[aria-expanded='true'] path:first-child {
    transform: translateY(4px) rotate(45deg);
  }
  &[aria-expanded='true'] path:last-child {
    transform: translateY(-4px) rotate(-45deg);
  }
  &[aria-expanded='false'] [data-when='open'],
  &[aria-expanded='true'] [data-when='closed'] {
    display: none;
  }
  ${media.wide}, (scripting: none) {
    display: none;
  }
`;

const List = styled.ul`
  ${media.belowWide} {
    width: 100%;
    padding-bottom: ${space.medium};

    li + li {
      border-top: 1px solid ${color.line};
    }
    display: none;

    [data-open] &,
    /* If the script fails to load, the focused toggle still opens the list. */
    [data-nav=''] [aria-expanded='false']:focus ~ & {
      display: block;
    }
    /* Not negated: older browsers would then skip the rules. */
    @media (scripting: none) {
      display: block;
    }
  }
  ${media.wide} {
    display: flex;
    flex: none;
    gap: clamp(1.5rem, 2.4vw, 2.75rem);
  }
`;

/** A rule separates pages from the sections of the home page. */
const PageItem = styled.li`
  ${media.wide} {
    li:not(&) + & {
      padding-left: clamp(1.5rem, 2.4vw, 2.75rem);
      border-left: 1px solid ${color.line};
    }
  }
`;

/** The grid makes the underline as wide as the text. */
const NavLink = styled.a`
  display: grid;
  justify-content: start;
  padding: 0.875rem 0;
  color: ${color.ink};
  font-weight: 500;
  font-size: 1.125rem;
  line-height: 1.5;
  text-decoration: none;

  &::after {
    content: '';
    height: 2px;
    margin-top: 0.125rem;
    background: ${color.accent};
    transform: scaleX(0);
    transform-origin: left;
    transition: transform ${motion.quick};
  }
  &:hover::after,
  &[aria-current]::after {
    transform: scaleX(1);
  }
  ${media.wide} {
    padding: 0.625rem 0 0.5rem;
    font-size: 1rem;
  }
`;
