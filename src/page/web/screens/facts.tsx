import type { ReactNode } from 'react'

export type Fact = readonly [
  label: string,
  value: ReactNode,
  detail?: string | null,
  medium?: 'screen' | 'print' | undefined,
]

const MEDIA = { screen: 'on-screen', print: 'printed' }

/** A definition list. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([label, value, detail, medium], index) => (
        // Several rows may have the same label, as refunds do.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={medium && MEDIA[medium]}>
          <dt>
            <span>{label}</span>
            {detail && <small>{detail}</small>}
          </dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
