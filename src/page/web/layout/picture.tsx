import { useEffect, useRef, useState } from 'react'
import type { ImageSize } from '#domain/image-size.ts'
import { initialOf } from '#domain/brand/initial.ts'

interface PictureProps {
  className: 'logo' | 'thumb'
  /** Its initial is the placeholder. */
  name: string
  /** `null` when there is none. */
  src: string | null
  /** Its size in pixels, if known. */
  size?: ImageSize | undefined
}

/** A decorative picture next to its name. Reserves its space, so that nothing shifts. */
export function Picture({ className, name, src, size }: PictureProps) {
  const image = useRef<HTMLImageElement>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    // The `error` event may have fired before hydration.
    const { complete, naturalWidth } = image.current ?? {}
    if (complete === true && naturalWidth === 0) setMissing(true)
  }, [])
  const initial = initialOf(name)
  return (
    <span className={className} data-initial={initial}>
      {src !== null && !isMissing && (
        <img
          ref={image}
          src={src}
          alt=""
          {...size}
          // Without JavaScript, a failed picture is styled as the initial.
          data-initial={initial}
          decoding="async"
          loading={className === 'thumb' ? 'lazy' : 'eager'}
          onError={() => setMissing(true)}
        />
      )}
    </span>
  )
}
