import type { Environment } from '#contract/environment.ts'
import type { FrameCode } from '../../card-frame/frame-document.ts'
import { bundleInline } from '../bundle.ts'
import { brandMarks } from './brand-marks.ts'
import { checkModules } from './check-modules.ts'

const FRAME_ENTRY = 'src/page/card-frame/frame.ts'
const SEALING_ENTRY = 'src/page/card-frame/frame-sealing.ts'
const HEAD_ENTRY = 'src/page/card-frame/head.ts'

/** Bundles the card frame's code. Rejects when it contains a module that must not be near a card number. */
export async function bundleFrame(environment: Environment): Promise<FrameCode> {
  const frame = await bundleInline(environment, FRAME_ENTRY)
  const sealing = await bundleInline(environment, SEALING_ENTRY)
  const head = await bundleInline(environment, HEAD_ENTRY)
  checkModules([frame, sealing, head].flatMap(({ moduleIds }) => moduleIds))
  return {
    style: withoutUnread(frame.css),
    head: head.code,
    script: frame.code,
    sealingScript: sealing.code,
    marks: await brandMarks(),
  }
}

/** Removes comments, and the custom properties of the page's tokens that no style of the frame reads. */
function withoutUnread(css: string): string {
  return css.replaceAll(/\/\*[^*]*\*\/|(?<=[{;])(--[\w-]+):[^;{}]*;?/g, (declaration, name) =>
    css.includes(`var(${name}`) ? declaration : '',
  )
}
