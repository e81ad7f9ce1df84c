import { useEffect, useRef, useState } from 'react'
import { keepFocusOut } from './keep-focus-out.ts'

interface LiveFrameProps {
  title: string
  src: string
  /** The viewport width of the framed page. */
  width: number
  height: number
  theme: 'light' | 'dark'
  /** A thumbnail: inert. */
  still?: boolean
}

/** The page in a frame of its own viewport size, scaled to the available width. */
export function LiveFrame({ title, src, width, height, theme, still = false }: LiveFrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [firstSrc] = useState(src)
  const current = useRef(src)
  const [scale, setScale] = useState(0)

  useEffect(() => {
    if (box.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setScale(Math.min(1, entry.contentRect.width / width))
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [width])

  useEffect(() => {
    if (current.current === src) return
    current.current = src
    // `replace` instead of `src`, which would add a history entry for each change.
    frame.current?.contentWindow?.location.replace(src)
  }, [src])

  return (
    <div
      ref={box}
      className="live-frame"
      style={{ maxWidth: `${width}px`, height: `${height * scale}px` }}
    >
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, as it is; its links lead nowhere */}
      <iframe
        ref={frame}
        title={title}
        src={firstSrc}
        onLoad={({ currentTarget }) => keepFocusOut(currentTarget)}
        width={width}
        height={height}
        inert={still}
        style={{ transform: `scale(${scale})`, colorScheme: theme }}
      />
    </div>
  )
}
