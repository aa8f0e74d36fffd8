import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** Answers the requests of tests; one that no handler expects is an error. */
export const server = setupServer(
  http.get('*/api/contact/token', () => HttpResponse.text('a-token')),
);
