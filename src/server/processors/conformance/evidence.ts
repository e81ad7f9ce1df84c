/** What the module gave away during all checks, for the checks of secrets, which run last. */
export interface Evidence {
  /** What its calls threw. */
  errors: unknown[]
  /** What its calls answered. */
  answers: unknown[]
  /** What it wrote to the console and to standard output and error. */
  output: string[]
  /** Texts that none of the above may contain, each with its name. */
  secrets: Map<string, string>
}

/** Shorter texts would be found by chance. */
const SECRET_LENGTH_MIN = 6

export function createEvidence(): Evidence {
  return { errors: [], answers: [], output: [], secrets: new Map() }
}

export function addSecret({ secrets }: Evidence, text: string, name: string): void {
  if (text.length >= SECRET_LENGTH_MIN && !secrets.has(text)) secrets.set(text, name)
}

/** The names of the secrets that a value contains, however deep. */
export function secretsIn({ secrets }: Evidence, value: unknown): string[] {
  const text = textOf(value)
  return [...secrets].flatMap(([secret, name]) => (text.includes(secret) ? [name] : []))
}

function textOf(value: unknown, seen = new Set<unknown>()): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return String(value)
  if (seen.has(value)) return ''
  seen.add(value)
  // An error's message, stack and cause are not enumerable.
  const names = Object.getOwnPropertyNames(value)
  return names.map((name) => textOf(Reflect.get(value, name), seen)).join('\n')
}

/** Collects what is written to the console and to standard output and error until it is ended. */
export function collectOutput({ output }: Evidence): () => void {
  const take = (...written: unknown[]) => {
    output.push(
      written.map((one) => (one instanceof Uint8Array ? textOfBytes(one) : textOf(one))).join(' '),
    )
    return true
  }
  const places: [object: object, name: string][] = [
    [process.stdout, 'write'],
    [process.stderr, 'write'],
    ...CONSOLE.map((name): [object, string] => [console, name]),
  ]
  const before = places.map(([object, name]): unknown => Reflect.get(object, name))
  for (const [object, name] of places) Reflect.set(object, name, take)
  return () => {
    for (const [index, [object, name]] of places.entries()) Reflect.set(object, name, before[index])
  }
}

function textOfBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}

const CONSOLE = ['debug', 'error', 'info', 'log', 'warn']
