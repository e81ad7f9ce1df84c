import { brotli } from '#page/build/compress.ts'

const KB = 1024

/** Largest sizes, compressed with brotli. */
const BUDGETS = { entry: 120 * KB, later: 14 * KB, styles: 9 * KB, document: 6 * KB } as const

interface Script {
  fileName: string
  name: string
  code: string
  imports: readonly string[]
  isEntry: boolean
}

/** Throws when the dashboard's entry, one of its later scripts, its styles or its document is over its budget. */
export async function checkSizes(
  { css, document }: { css: string; document: string },
  scripts: readonly Script[],
): Promise<void> {
  const entry = scripts.find(({ isEntry }) => isEntry)
  const first = scripts.filter(
    ({ fileName, isEntry }) => isEntry || entry?.imports.includes(fileName) === true,
  )
  const sizes = await Promise.all(scripts.map(async ({ code }) => brotliBytes(code)))
  const sizeOf = (script: Script) => sizes[scripts.indexOf(script)] ?? 0
  const entryBytes = first.reduce((sum, script) => sum + sizeOf(script), 0)
  const over = [
    faultOf('entry', entryBytes, BUDGETS.entry),
    faultOf('styles', await brotliBytes(css), BUDGETS.styles),
    faultOf('document', await brotliBytes(document), BUDGETS.document),
    ...scripts
      .filter((script) => !first.includes(script))
      .map((script) => faultOf(script.name, sizeOf(script), BUDGETS.later)),
  ].filter((fault) => fault !== undefined)
  if (over.length > 0) throw new Error(`The dashboard is over its budget: ${over.join('; ')}`)
}

function faultOf(name: string, bytes: number, bytesMax: number): string | undefined {
  const inKb = (size: number) => (size / KB).toFixed(1)
  return bytes > bytesMax ? `${name} ${inKb(bytes)} of ${inKb(bytesMax)} KB` : undefined
}

async function brotliBytes(text: string): Promise<number> {
  return (await brotli(Buffer.from(text))).byteLength
}
