/**
 * An address to which anyone may write: RFC 5321's Dot-string, with the letters of RFC 6531, at a domain whose labels are
 * letters of any script or A-labels (`xn--…`). A quoted local part and an address in place of a domain are refused.
 */
export const EMAIL_ADDRESS =
  /^[^\p{C}\p{Z}"(),.:;<>@[\\\]]+(?:\.[^\p{C}\p{Z}"(),.:;<>@[\\\]]+)*@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:[\p{L}\p{M}]{2,}|[Xx][Nn]--[A-Za-z\d-]+)$/u
