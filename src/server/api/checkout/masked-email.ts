/** An address as its owner recognises it and nobody else learns it: ana@example.com is a***@example.com. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(1, at))}***${email.slice(at)}`
}
