import { createContext, use } from 'react'

const ZONES = ['mine', 'merchant', 'utc'] as const
export type ZoneChoice = (typeof ZONES)[number]

export interface Zone {
  choice: ZoneChoice
  /** The zones to choose from, each with its IANA name. */
  zones: readonly { choice: ZoneChoice; timeZone: string }[]
  /** The IANA name of the chosen zone. */
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

/** The choice that a `tz` of the address names; by default, the browser's own zone. */
export function readZone(text: string | null): ZoneChoice {
  return ZONES.find((zone) => zone === text) ?? 'mine'
}

/** The place of an IANA name: "Sao Paulo" of `America/Sao_Paulo`. */
export function placeOf(timeZone: string): string {
  return timeZone.replace(/^.*\//, '').replaceAll('_', ' ')
}
