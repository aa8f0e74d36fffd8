import { Marked } from 'marked';
import { useEffect } from 'react';
import { styled } from 'styled-components';

import { color, space } from '#design/tokens.ts';
import operations from '../../docs/operations.md?raw';
import { anchorOf, pages } from '../page-list.ts';
import { BackLink, PageTitle } from '../shell/PageTitle.tsx';

/**
 * Shows docs/operations.md. Alerts link to its sections. Needs no session, because nobody can sign
 * in while MongoDB is down.
 */
export function RunbooksPage() {
  useEffect(() => {
    // Scrolls to the section, which did not exist yet when the browser looked for it.
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <Document>
      <BackLink to={pages.status.path}>Status</BackLink>
      <PageTitle title={pages.runbooks.title} />
      <div dangerouslySetInnerHTML={{ __html: runbooks.parse(operations, { async: false }) }} />
    </Document>
  );
}

const runbooks = new Marked({
  renderer: {
    heading({ depth, text, tokens }) {
      if (depth === 1) return '';
      const content = this.parser.parseInline(tokens);
      return `<h${depth} id="${anchorOf(text)}">${content}</h${depth}>`;
    },
    /** Keeps only links within the page: the desk has no other documents and no images. */
    link({ href, tokens }) {
      const content = this.parser.parseInline(tokens);
      return href.startsWith('#') ? `<a href="${href}">${content}</a>` : content;
    },
    image: () => '',
  },
});

const Document = styled.main`
  max-width: 52rem;
  padding: ${space.large} ${space.gutter} ${space.huge};
  margin-inline: auto;

  :is(h2, h3) {
    margin-top: ${space.large};
  }
  :is(p, ul, ol, pre) {
    margin-top: ${space.small};
  }
  :is(ul, ol) {
    padding-left: 1.25rem;
    list-style: revert;
  }
  pre {
    padding: ${space.small};
    border: 1px solid ${color.line};
    font-size: 0.875rem;
    white-space: pre-wrap;
  }
`;
