import type { ReactNode } from 'react'
import type { Standing } from '#contract/dashboard/standing.ts'

type Tone = Standing['tone']

/** A state as a coloured word. The colour adds nothing to what the word says. */
export function Mark({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="mark" data-tone={tone}>
      {children}
    </span>
  )
}
