import type { Environment } from '../../../contract/environment.ts'
import type { FrameCode } from '../../card-frame/frame-document.ts'
import { bundleInline } from '../bundle.ts'
import { checkModules } from './check-modules.ts'

const FRAME_ENTRY = 'src/page/card-frame/frame.ts'
const LOOK_ENTRY = 'src/page/card-frame/look.ts'

/** Bundles the card frame's code. Rejects when it contains a module that must not be near a card number. */
export async function bundleFrame(environment: Environment): Promise<FrameCode> {
  const frame = await bundleInline(environment, FRAME_ENTRY)
  const look = await bundleInline(environment, LOOK_ENTRY)
  checkModules([...frame.moduleIds, ...look.moduleIds])
  return { style: frame.css, look: look.code, script: frame.code }
}
