import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CARD_BRANDS } from '#contract/payment.ts'
import { PROJECT_ROOT } from '../paths.ts'

const MARKS = 'src/page/web/marks/marks.svg'

/** The brands' marks of the page as hidden groups of one drawing: the card frame may load no image. */
export async function brandMarks(): Promise<string> {
  const lines = (await readFile(join(PROJECT_ROOT, MARKS), 'utf8')).split('\n')
  return CARD_BRANDS.map((brand) => {
    const view = lines.findIndex((line) => line.startsWith(`<view id="${brand}"`))
    // The line after a view is the group that it shows.
    const group = lines[view + 1] ?? ''
    if (view === -1 || !group.startsWith('<g ')) throw new Error(`${MARKS} has no ${brand}`)
    return `<g id="${brand}" hidden>${group.slice(group.indexOf('>') + 1)}`
  }).join('')
}
