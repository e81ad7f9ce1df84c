import { LRUCache } from 'lru-cache'
import type { PageInput, RenderedPage } from '../load-build.ts'
import type { Log } from '../log.ts'
import { hasTemplate, withHoles } from './page-holes.ts'
import { createPageTemplate, type PageTemplate } from './page-template.ts'

type Render = (input: PageInput) => RenderedPage

/** Of all templates, in characters, keys included: some hundred of them. */
const CHARACTERS_MAX = 8 * 1024 * 1024
/** What stands in a key for a text. */
const HOLE = '\uE000'

/** Seen once; seen again, with a template and how often it was filled; or rendered otherwise than its template says. */
type Known = 'seen' | { template: PageTemplate; fills: number } | 'unfit'

/**
 * Renders pages that differ by texts alone from templates, one for each combination of all else: language, merchant, methods,
 * fields, number of lines. A template is compared with a fresh rendering when it is made, and at each power of two of its
 * fills; one that differs is never filled again.
 */
export function createPageTemplates(render: Render, log: Pick<Log, 'error'>): Render {
  const known = new LRUCache<string, Known>({
    maxSize: CHARACTERS_MAX,
    sizeCalculation: (value, key) =>
      key.length + (typeof value === 'string' ? 1 : value.template.size),
  })

  return (input) => {
    if (!hasTemplate(input)) return render(input)
    const texts: string[] = []
    const shape = withHoles(input, (text) => {
      texts.push(text)
      return HOLE
    })
    // The page inspects the sign of an amount.
    if (texts.some((text) => text.startsWith('-'))) return render(input)
    const key = JSON.stringify(shape)
    const found = known.get(key)
    if (typeof found !== 'object') {
      const fresh = render(input)
      if (found === undefined) known.set(key, 'seen')
      else if (found === 'seen') known.set(key, newTemplate(input, texts, fresh))
      return fresh
    }
    found.fills += 1
    const page = found.template.fill(input, texts)
    if (!isPowerOfTwo(found.fills)) return page
    const fresh = render(input)
    if (!isSame(page, fresh)) known.set(key, unfit())
    return fresh
  }

  function newTemplate(input: PageInput, texts: readonly string[], fresh: RenderedPage): Known {
    try {
      const template = createPageTemplate(input, render)
      if (isSame(template.fill(input, texts), fresh)) return { template, fills: 0 }
    } catch (error) {
      return unfit(error)
    }
    return unfit()
  }

  function unfit(error?: unknown): Known {
    log.error({ err: error }, 'a page differs from its template, and is rendered afresh')
    return 'unfit'
  }
}

function isSame(one: RenderedPage, other: RenderedPage): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0
}
