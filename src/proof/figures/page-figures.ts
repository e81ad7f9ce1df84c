import { pageSize, type PageSize } from '#page/build/page-size.ts'
import { markdownTable } from './blocks.ts'

const KILOBYTE = 1024
const kilobytes = (bytes: number) => `${(bytes / KILOBYTE).toFixed(1)} KB`

type Key =
  | 'script'
  | 'view'
  | 'style'
  | 'document'
  | 'documentWithAddress'
  | 'frame'
  | 'sealingFrame'
const TITLES: Readonly<Record<Key, string>> = {
  script: 'script that takes a press',
  view: 'script that hydrates, loaded by the first',
  style: 'style',
  document: 'document, in its largest language',
  documentWithAddress: 'document with every field',
  frame: "the card's frame, complete",
  sealingFrame: "the card's frame that seals as its processor says",
}
const KEYS = Object.keys(TITLES) as Key[]

/** The sizes of both builds and their budgets. Rejects when one is not built. */
export async function pageFigures(): Promise<string> {
  const production = await pageSize('production')
  const sandbox = await pageSize('sandbox')
  const sizeOf = (size: PageSize, key: Key) => kilobytes(size[`${key}Bytes`])
  return markdownTable(
    ['of the first card page, in brotli', 'production', 'sandbox', 'budget'],
    KEYS.map((key) => [
      TITLES[key],
      sizeOf(production, key),
      sizeOf(sandbox, key),
      kilobytes(production[`${key}BytesMax`]),
    ]),
  )
}
