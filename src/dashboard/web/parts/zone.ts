import { createContext, use } from 'react'

export const ZONES = ['mine', 'utc'] as const
export type ZoneChoice = (typeof ZONES)[number]

export interface Zone {
  choice: ZoneChoice
  choose: (choice: ZoneChoice) => void
}

export const ZoneContext = createContext<Zone>({ choice: 'mine', choose: () => undefined })

export function useZone(): Zone {
  return use(ZoneContext)
}

/** The IANA name of a choice; undefined: the browser's own. */
export function zoneName(choice: ZoneChoice): string | undefined {
  return choice === 'utc' ? 'UTC' : undefined
}

/** The IANA name of the browser's own zone. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Of the address's `tz`, or as chosen before. */
export function readZone(text: string | null): ZoneChoice {
  return ZONES.find((zone) => zone === text) ?? 'mine'
}
