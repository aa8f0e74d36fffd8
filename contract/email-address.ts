/**
 * An address that mail can be sent to: RFC 5322's dot-atom at a domain of RFC 1035. Without `%` and
 * `!`, by which mail was once routed on, and without quotes.
 */
export const emailAddress =
  /^[\w#$&'*+/=?^`{|}~-]+(?:\.[\w#$&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{2,59})$/i;
