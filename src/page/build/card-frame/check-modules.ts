import { relative, sep } from 'node:path'
import { PROJECT_ROOT } from '../paths.ts'

const CODE = /^src\/(?:page\/card-frame|domain)\/[\w/-]+\.ts$/
/** A style sheet executes nothing, and the frame's CSP blocks what it would load. */
const STYLE = /^src\/page\/(?:card-frame|web\/styles)\/[\w-]+\.css$/

/** Throws unless the card frame consists of its own code and the domain rules: no package, no code of the page. */
export function checkModules(moduleIds: readonly string[]): void {
  if (moduleIds.length === 0) throw new Error("the card's frame is made of nothing")
  for (const id of moduleIds) {
    const path = relative(PROJECT_ROOT, id).split(sep).join('/')
    if (!CODE.test(path) && !STYLE.test(path))
      throw new Error(`the card's frame must not hold ${path}`)
  }
}
