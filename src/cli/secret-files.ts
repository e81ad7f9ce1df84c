import { readFileSync } from 'node:fs'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'

/** Variables whose value may stand in a file that `<name>_FILE` names, as container engines and systemd hand out secrets. */
const SECRETS = [
  'DATABASE_URL',
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
  'CHECKOUT_API_KEY',
  'METRICS_TOKEN',
  'SMTP_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const

/** Sets each secret that a file holds. Throws a `CommandFailure` that lists all problems, and never says what a file holds. */
export function readSecretFiles(
  variables: Record<string, string | undefined>,
  read: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): void {
  const problems: string[] = []
  for (const name of SECRETS) {
    const path = variables[`${name}_FILE`]
    if (path === undefined || path === '') continue
    if (variables[name] !== undefined && variables[name] !== '') {
      problems.push(`${name}_FILE: stands beside ${name}; unset one of them`)
      continue
    }
    try {
      // Editors and shells end a file with a newline.
      variables[name] = read(path).trimEnd()
    } catch (error) {
      problems.push(`${name}_FILE: cannot be read: ${path} (${codeOf(error)})`)
    }
    if (variables[name] === '') problems.push(`${name}_FILE: is empty: ${path}`)
  }
  if (problems.length > 0)
    throw new CommandFailure(
      ['The configuration is wrong:', ...problems.map((problem) => `  ${problem}`)].join('\n'),
      EXIT.configuration,
    )
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
