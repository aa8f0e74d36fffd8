import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { createGlobalStyle } from 'styled-components';

import { GlobalStyle } from '#design/GlobalStyle.ts';
import { color, media } from '#design/tokens.ts';
import { fontFaces } from '#design/typefaces.ts';
import { retryWhileDown } from '../client.ts';
import { officePath } from '../paths.ts';
import { Announcements } from '../toast.tsx';
import { Pages } from './routes.tsx';
import { SessionProvider } from './session.tsx';

const OfficeStyle = createGlobalStyle`
  ${fontFaces.map(String).join('').replaceAll('/fonts/', `${officePath}/fonts/`)}
  select { color: inherit; }
  input:is([type='checkbox'], [type='radio']) {
    width: 1.25rem;
    height: 1.25rem;
    accent-color: ${color.primary};
  }
  ${media.print} {
    /* Nobody can press, tick or open anything on paper. */
    button, form, summary, label:has(> input) { display: none !important; }
  }
`;

// The pulse says when to fetch again (pulse.tsx).
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      refetchInterval: retryWhileDown,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');
createRoot(root).render(
  <StrictMode>
    <GlobalStyle />
    <OfficeStyle />
    <QueryClientProvider client={queryClient}>
      <Announcements />
      <SessionProvider>
        <BrowserRouter
          basename={officePath}
          future={{ v7_startTransition: true, v7_relativeSplatPath: true }}
        >
          <Pages />
        </BrowserRouter>
      </SessionProvider>
    </QueryClientProvider>
  </StrictMode>,
);
