/**
 * An RFC 5322 dot-atom at an RFC 1035 domain. Quoted local parts are rejected, and so are `%` and
 * `!`, which once routed mail through other hosts.
 */
export const emailAddress =
  /^[\w#$&'*+/=?^`{|}~-]+(?:\.[\w#$&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{2,59})$/i;
