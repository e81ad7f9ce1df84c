import type { View } from '../view.ts'
import { LiveFrame } from './live-frame.tsx'

/** Heights of typical windows by width: phone, tablet, laptop. */
const HEIGHTS = { 360: 740, 768: 1024, 1280: 800 } as const
type Width = keyof typeof HEIGHTS
const ALL_WIDTHS: readonly Width[] = [360, 768, 1280]

interface FramesProps {
  view: View
  src: string
  stateTitle: string
}

/** A state in each selected width and theme. */
export function Frames({ view, src, stateTitle }: FramesProps) {
  const widths = view.width === 'all' ? ALL_WIDTHS : [Number(view.width) as Width]
  const themes = view.theme === 'both' ? (['light', 'dark'] as const) : [view.theme]
  return (
    <div className="frames" data-widths={view.width} data-themes={view.theme}>
      {themes.map((theme) => (
        <div key={theme} className="frames-row">
          {widths.map((width) => (
            // The frames have the proportions of their windows' widths.
            <figure key={width} style={{ flex: `${width} 1 0` }}>
              <figcaption>
                {width} px, {theme}
              </figcaption>
              <LiveFrame
                title={`${stateTitle}, ${width} px, ${theme}`}
                src={src}
                width={width}
                height={HEIGHTS[width]}
                theme={theme}
              />
            </figure>
          ))}
        </div>
      ))}
    </div>
  )
}
