import './frame.css'
import { afterPaint } from './after-paint.ts'
import { encryptCard } from './encrypt-card.ts'
import { startFrame } from './start-frame.ts'

/** The fields take keys before the script starts: `startFrame` reads what was typed, and the page's messages wait in the port. */
afterPaint(() => startFrame(encryptCard))
