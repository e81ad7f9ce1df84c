import { initialOf } from '../../../domain/brand/initial.ts'
import type { PageInput, RenderedPage } from '../load-build.ts'
import { REFERENCE_HOLE, withHoles } from './page-holes.ts'

/** A rendered page with holes. */
export interface PageTemplate {
  /** What rendering `input` writes, where `texts` are those of its holes. */
  fill(input: PageInput, texts: readonly string[]): RenderedPage
  /** Characters that it keeps. */
  size: number
}

/** Letters without cases that no language of the page writes: the page shows the first letter of some texts alone. */
const FIRST_LETTER = 0x2_0000
const LETTERS = 0xa000
const HOLE = new RegExp(
  String.raw`\uE000([\u{20000}-\u{29FFF}])\uE001|([\u{20000}-\u{29FFF}])|(${REFERENCE_HOLE})`,
  'u',
)

type Slot = { of: 'reference' } | { of: 'text' | 'initial'; index: number }

/** Text between slots: one more than these. */
interface Spliced {
  fixed: readonly string[]
  slots: readonly Slot[]
}

/** Renders an input with marks instead of its texts, and finds these. Throws a RangeError for a mark that is not its own. */
export function createPageTemplate(
  input: PageInput,
  render: (input: PageInput) => RenderedPage,
): PageTemplate {
  let holes = 0
  const marked = withHoles(input, () => {
    if (holes >= LETTERS) throw new RangeError('there are too many texts')
    return `\uE000${String.fromCodePoint(FIRST_LETTER + holes++)}\uE001`
  })
  const page = render(marked)
  const splice = (text: string) => findSlots(text, holes)
  const html = splice(page.html)
  const cardFrame = page.cardFrame === null ? null : splice(page.cardFrame)
  const title = splice(page.title)
  const data = { ...(page.data as Record<string, unknown>) }
  // Above all addresses with the reference.
  const ownTexts = Object.entries(data).flatMap(([name, value]) =>
    typeof value === 'string' && HOLE.test(value) ? [[name, splice(value)] as const] : [],
  )

  return {
    size: page.html.length + page.title.length,
    fill({ reference, checkout }, texts) {
      const plain = { reference: reference ?? '', texts, initials: texts.map(initialOf) }
      const escaped = {
        ...plain,
        texts: texts.map(escapeHtml),
        initials: plain.initials.map(escapeHtml),
      }
      return {
        ...page,
        html: join(html, escaped),
        cardFrame: cardFrame && join(cardFrame, escaped),
        title: join(title, plain),
        data: {
          ...data,
          ...Object.fromEntries(ownTexts.map(([name, value]) => [name, join(value, plain)])),
          checkout,
        },
      }
    },
  }
}

function findSlots(text: string, holes: number): Spliced {
  const parts = text.split(HOLE)
  const fixed = [parts[0] ?? '']
  const slots: Slot[] = []
  for (let at = 1; at < parts.length; at += 4) {
    const [mark, letter, reference, after = ''] = parts.slice(at, at + 4)
    const index = ((mark ?? letter)?.codePointAt(0) ?? 0) - FIRST_LETTER
    if (reference === undefined && index >= holes)
      throw new RangeError('a text has marks of its own')
    slots.push(
      reference === undefined
        ? { of: mark === undefined ? 'initial' : 'text', index }
        : { of: 'reference' },
    )
    fixed.push(after)
  }
  return { fixed, slots }
}

interface Filling {
  reference: string
  texts: readonly string[]
  initials: readonly string[]
}

function join({ fixed, slots }: Spliced, { reference, texts, initials }: Filling): string {
  let text = fixed[0] ?? ''
  for (const [at, slot] of slots.entries()) {
    if (slot.of === 'reference') text += reference
    else text += (slot.of === 'text' ? texts : initials)[slot.index] ?? ''
    text += fixed[at + 1] ?? ''
  }
  return text
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}

/** As React writes a text, in content and in attributes. */
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPED[character] ?? '')
}
