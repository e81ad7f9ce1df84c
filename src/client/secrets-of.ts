/** The secrets in force. Throws a `TypeError` for one that was never set, which is a fault of the receiver's own set-up. */
export function secretsOf(secret: string | readonly string[] | undefined): readonly string[] {
  const secrets: readonly (string | undefined)[] = Array.isArray(secret) ? secret : [secret]
  return secrets.map((one) => {
    if (one !== undefined) return one
    throw new TypeError('The secret is undefined: is WEBHOOK_SECRET set, and its file loaded?')
  })
}
