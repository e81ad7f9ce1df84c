import { createContext, use } from 'react'

const ZONES = ['mine', 'merchant', 'utc'] as const
export type ZoneChoice = (typeof ZONES)[number]

export interface Zone {
  choice: ZoneChoice
  /** What there is to choose, with the IANA name of each. */
  zones: readonly { choice: ZoneChoice; timeZone: string }[]
  /** The IANA name of the chosen one. */
  timeZone: string
  choose: (choice: ZoneChoice) => void
}

export const ZoneContext = createContext<Zone>({
  choice: 'mine',
  zones: [],
  timeZone: 'UTC',
  choose: () => undefined,
})

export function useZone(): Zone {
  return use(ZoneContext)
}

/** The IANA name of the browser's own zone. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Of the address's `tz`, or as chosen before. */
export function readZone(text: string | null): ZoneChoice {
  return ZONES.find((zone) => zone === text) ?? 'mine'
}

/** As people read it: "Sao Paulo" of `America/Sao_Paulo`. */
export function placeOf(timeZone: string): string {
  return timeZone.replace(/^.*\//, '').replaceAll('_', ' ')
}
