import type { Layout } from '#domain/layout.ts'
import type { Problems } from './problems.ts'

/** What the values of an accounts file are resolved with. */
export interface ValueSources {
  layout: Layout
  variables: Readonly<Record<string, string | undefined>>
  /** The text of a file, by its path relative to the accounts file. Throws where it cannot be read. */
  readText: (path: string) => string
  /** Told of each value that cannot be resolved, and of where the others come from. */
  problems: Pick<Problems, 'report' | 'noteSource'>
}

/**
 * Replaces each text `env:NAME` by that variable and `file:path` by that file's text, without line breaks at its end; other
 * texts stay. In production's layout a secret must not stand in the file.
 */
export function resolveValues(
  value: unknown,
  sources: ValueSources,
  path: readonly string[] = [],
): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => resolveValues(item, sources, [...path, String(index)]))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        resolveValues(item, sources, [...path, name]),
      ]),
    )
  return typeof value === 'string' ? resolveText(value, sources, path) : value
}

function resolveText(text: string, sources: ValueSources, path: readonly string[]): string {
  const { layout, problems } = sources
  if (text.startsWith('env:')) return ofVariable(text.slice('env:'.length), sources, path)
  if (text.startsWith('file:')) return ofFile(text.slice('file:'.length), sources, path)
  const inShell = SHELL_FORM.exec(text)?.[1]
  if (inShell !== undefined)
    problems.report(path, `is not replaced in this form: write "env:${inShell}"`)
  const isSecret = isSecretName(path) || text.includes('PRIVATE KEY-----')
  if (layout === 'production' && isSecret)
    problems.report(
      path,
      'is a secret: name a variable ("env:NAME") or a file ("file:path") instead',
    )
  return text
}

const SHELL_FORM = /^\$\{(\w+)\}$/

/** Stands for a value that was reported, so that nothing else is reported about it. */
const UNRESOLVED = '\u0000unresolved'
const VARIABLE_NAME = /^[A-Za-z_]\w*$/

function ofVariable(
  name: string,
  { variables, problems }: ValueSources,
  path: readonly string[],
): string {
  const value = variables[name]
  if (value !== undefined && value !== '') {
    problems.noteSource(path, `env:${name}`)
    return value.replace(LINE_END, '')
  }
  // The text after "env:" may be the secret itself, so the message repeats it only where it has the form of a name.
  const problem = VARIABLE_NAME.test(name)
    ? `names the variable ${name}, which is not set: set it, or name another`
    : 'has no name of a variable after "env:": write the name, as in "env:BANK_SECRET", and not the value'
  problems.report(path, problem)
  return UNRESOLVED
}

function ofFile(
  file: string,
  { readText, problems }: ValueSources,
  path: readonly string[],
): string {
  // The text is the content itself, which may be a key, so the message does not repeat it.
  if (/[\n\r]|-----BEGIN/.test(file)) {
    problems.report(path, 'has the content of a file after "file:": write its path')
    return UNRESOLVED
  }
  try {
    const text = readText(file).replace(LINE_END, '')
    if (text === '') problems.report(path, `names the file ${file}, which is empty`)
    else problems.noteSource(path, `file:${file}`)
    return text === '' ? UNRESOLVED : text
  } catch (error) {
    problems.report(path, `names the file ${file}, which ${whyNotRead(error)}`)
    return UNRESOLVED
  }
}

function whyNotRead(error: unknown): string {
  const code = codeOf(error)
  if (code === 'ENOENT')
    return 'does not exist: check its path, which is relative to the accounts file'
  if (code === 'EISDIR') return 'is a folder: name a file in it'
  return `cannot be read (${code}): check its path and rights`
}

const LINE_END = /\r?\n$/

const SECRET_NAMES = ['secret', 'password', 'passphrase', 'token', 'keys']
const KEYS = ['key', 'apikey', 'privatekey', 'secretkey']

/** By the last name on the path: the items of a list have the list's. */
function isSecretName(path: readonly string[]): boolean {
  const name = (path.findLast((part) => !/^\d+$/.test(part)) ?? '').toLowerCase()
  return KEYS.includes(name) || SECRET_NAMES.some((end) => name.endsWith(end))
}

/** The system's code of an error, "ENOENT". */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
}
