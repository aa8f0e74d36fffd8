import { styled } from 'styled-components';
import { navigation } from '../../content/navigation.ts';
import { color, media, space } from '../../design/theme.ts';
import { NavLink } from './NavLink.tsx';

/** On the home page the links lead to its sections; elsewhere they lead there first. */
export function NavList({ id, path }: { id: string; path: string }) {
  return (
    <List id={id} role="list">
      {navigation.items.map(({ label, section, href }) => (
        <li key={section}>
          <NavLink href={path === '/' ? `#${section}` : href} data-nav-link="">
            {label}
          </NavLink>
        </li>
      ))}
      <Apart>
        <NavLink
          href={navigation.terms.href}
          aria-current={path === navigation.terms.href ? 'page' : undefined}
        >
          {navigation.terms.label}
        </NavLink>
      </Apart>
    </List>
  );
}

const List = styled.ul`
  ${media.belowWide} {
    width: 100%;
    padding-bottom: ${space.medium};

    li + li {
      border-top: 1px solid ${color.line};
    }
    @media not (scripting: none) {
      display: none;

      [data-open] &,
      /* Should the script fail to arrive, the focused toggle still opens the list. */
      [data-nav=''] [aria-expanded='false']:focus ~ & {
        display: block;
      }
    }
  }
  ${media.wide} {
    display: flex;
    gap: clamp(1.5rem, 2.4vw, 2.75rem);
  }
`;

const Apart = styled.li`
  ${media.wide} {
    padding-left: clamp(1.5rem, 2.4vw, 2.75rem);
    border-left: 1px solid ${color.line};
  }
`;
