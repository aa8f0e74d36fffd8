/**
 * Puts the page's script behind its fonts on the wire: whatever it adds, the page can be read, and
 * its form sent, without it.
 */
export function deferScript(elements: readonly string[]): string[] {
  return elements.map((tag) =>
    tag.replace(/^<script type="module"/, '<script type="module" fetchpriority="low"'),
  );
}
