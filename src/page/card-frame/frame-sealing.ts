import { afterPaint } from './after-paint.ts'
import { sealByBrowser } from './seal-by-browser.ts'
import { startFrame } from './start-frame.ts'

/** The frame's script, where the key says how its processor wants cards sealed. */
afterPaint(() => startFrame(sealByBrowser))
