import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { PreviewAnswer } from '#contract/preview.ts'
import { pageAddress } from '../page-address.ts'
import { readView, withView } from '../view.ts'
import { LiveFrame } from './live-frame.tsx'

const WIDTH = 360
const HEIGHT = 740
/** Distance from the viewport within which a frame is loaded. Beyond it the frame is unloaded. */
const NEAR = '160px'

/** Thumbnails of all states; only the visible ones are live. */
export function EveryState({ groups, code }: { groups: PreviewAnswer['groups']; code: string }) {
  const [search] = useSearchParams()
  const view = readView(search)
  return (
    <ul className="state-grid">
      {groups.flatMap(({ group, states }) =>
        states.map(({ name, title }, index) => (
          <li key={name}>
            {/* The title of a group stands above its first state. */}
            <p className="state-group">{index === 0 && group}</p>
            <WhenInSight>
              <LiveFrame
                still
                title={title}
                src={pageAddress(code, name, view.locale)}
                width={WIDTH}
                height={HEIGHT}
                theme={view.theme === 'dark' ? 'dark' : 'light'}
              />
            </WhenInSight>
            <Link to={`?${withView(search, { state: name, scope: 'one' })}`}>{title}</Link>
          </li>
        )),
      )}
    </ul>
  )
}

function WhenInSight({ children }: { children: React.ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    if (frame.current === null) return
    const observer = new IntersectionObserver(
      ([entry]) => setInSight(entry?.isIntersecting ?? false),
      { rootMargin: NEAR },
    )
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={frame} className="state-picture">
      {isInSight && children}
    </div>
  )
}
