import type { QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import type { Call } from './calls/call.ts'

/** What an environment adds to the frame of every page. Production adds nothing. */
export interface FrameAdditions {
  /** Before the title of every page. */
  titlePrefix: string
  /** Above every page. */
  band: ReactNode
  /** On the start page. */
  home: ReactNode
}

/** The dependencies of the pages. */
export interface Deps {
  call: Call
  queryClient: QueryClient
  additions: FrameAdditions
}

export const DepsContext = createContext<Deps | null>(null)

export function useDeps(): Deps {
  const deps = use(DepsContext)
  if (deps === null) throw new Error('the pages were started without their dependencies')
  return deps
}
