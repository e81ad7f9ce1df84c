import { relative, sep } from 'node:path'
import { PROJECT_ROOT } from '../paths.ts'

const CODE = /^src\/(?:page\/card-frame|domain)\/[\w/-]+\.ts$/
/** A style sheet runs nothing, and the frame's policy lets it load nothing. */
const STYLE = /^src\/page\/(?:card-frame|web\/styles)\/[\w-]+\.css$/

/** Throws when the card's frame is made of anything but its own code and the rules: no package, nothing of the page. */
export function checkModules(moduleIds: readonly string[]): void {
  if (moduleIds.length === 0) throw new Error("the card's frame is made of nothing")
  for (const id of moduleIds) {
    const path = relative(PROJECT_ROOT, id).split(sep).join('/')
    if (!CODE.test(path) && !STYLE.test(path))
      throw new Error(`the card's frame must not hold ${path}`)
  }
}
