import { Badge } from './badge.tsx'
import { drawLine } from './draw-line.ts'

const drawTick = drawLine(200, 'normal')

export function TickIcon() {
  return (
    <Badge tone="ok">
      <path ref={drawTick} pathLength="1" strokeDasharray="1" d="M5 14l5.5 5.5L21 8" />
    </Badge>
  )
}

/** Money that went back. The arrow points to where a text begins. */
export function ReturnIcon() {
  return (
    <Badge tone="calm">
      <path className="return-arrow" d="M10 6l-5 5 5 5M5 11h11a5 5 0 0 1 0 10h-4" />
    </Badge>
  )
}

export function BankIcon() {
  return (
    <Badge tone="calm">
      <path d="M4 11l9-6 9 6H4zM7 11v8M13 11v8M19 11v8M4 21h18" />
    </Badge>
  )
}

/** A tick within a line of text. */
export function SmallTick() {
  return (
    <svg className="small-tick" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M3 8.5l3.5 3.5L13 4.5" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  )
}
