import { createGlobalStyle } from 'styled-components';

import { barHeight, color, media, motion, size, space } from '#design/tokens.ts';

/** The styles of notifications. Rendered at build time, so the browser loads no styling library. */
export const NotificationStyle = createGlobalStyle`
  ${media.scripted} {
    .notifications {
      position: fixed;
      right: ${space.base};
      bottom: calc(${space.base} + env(safe-area-inset-bottom));
      z-index: 100;
      width: min(26rem, calc(100vw - 2rem));

      /* On a wide screen, a notification at the top right is beside the form. */
      ${media.medium} {
        top: calc(${barHeight} + ${space.base});
        bottom: auto;
      }
    }
    .notification {
      display: flex;
      gap: ${space.base};
      align-items: flex-start;
      justify-content: space-between;
      padding: ${space.small} ${space.small} ${space.base} ${space.medium};
      border: 1px solid ${color.line};
      border-left: 4px solid ${color.primary};
      border-radius: 2px;
      background: ${color.card};
      color: ${color.ink};
      box-shadow: 0 0.5rem 2rem rgb(0 0 0 / 18%);
      touch-action: pan-y;
      animation: notification-arrives ${motion.quick};

      ${media.dark} {
        box-shadow: 0 0.5rem 2rem rgb(0 0 0 / 75%);
      }
      ${media.still} {
        animation: none;
      }
    }
    .notification.destructive {
      border-left-color: ${color.danger};
      color: ${color.danger};
    }
    .notification-title {
      font-weight: 600;
    }
    .notification-description {
      font-size: ${size.small};
      overflow-wrap: anywhere;
    }
    .notification button {
      display: grid;
      flex: none;
      place-items: center;
      width: 2.75rem;
      height: 2.75rem;
      border: 0;
      background: none;
      color: ${color.muted};
      cursor: pointer;

      &:hover {
        color: ${color.ink};
      }
    }
    @keyframes notification-arrives {
      from {
        opacity: 0;
        translate: 0 0.5rem;
      }
    }
  }
`;
