const words = {
  offline: 'You appear to be offline. Please check your connection and try again.',
  slow: 'The server took too long to answer. Please try again in a moment.',
  unreachable: 'We could not reach the server. Please check your connection and try again.',
};

/** A request that got no answer; its message is for the visitor. */
export class NetworkError extends Error {
  override name = 'NetworkError';

  constructor(cause: unknown) {
    super(explain(cause), { cause });
  }
}

function explain(cause: unknown): string {
  // Nothing but the time limit aborts a request.
  if (cause instanceof DOMException && cause.name === 'AbortError') return words.slow;
  return navigator.onLine ? words.unreachable : words.offline;
}
