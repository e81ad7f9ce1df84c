/** A variable of the environment. */
export interface Variable {
  name: string
  value: string
  isSecret: boolean
}

/** Lines of a `.env` file, as `checkout merchants create --env` prints them. */
export function envFile(variables: readonly Variable[]): string {
  return variables.map(({ name, value }) => `${name}=${value}\n`).join('')
}

/** `sandbox-norte-livros.env` */
export function envFileName(environment: string, merchantName: string): string {
  const words =
    merchantName
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .match(/[a-z0-9]+/g) ?? []
  const slug = words.join('-').slice(0, 40)
  return `${environment}-${slug === '' ? 'merchant' : slug}.env`
}
