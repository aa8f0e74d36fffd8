/** For every response, beside its Content-Security-Policy. HSTS: OWASP ASVS 5.0, section 3.4.1. */
export const securityHeaders = {
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** The header if `HSTS_INCLUDE_SUBDOMAINS` is true. Browsers then refuse HTTP on all subdomains. */
export const hstsOfSubdomains = {
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
};

/** The headers of plain-text and JSON responses. They forbid caching, framing and loading files. */
export const textHeaders = {
  ...securityHeaders,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;
