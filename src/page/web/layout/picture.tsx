import { useEffect, useRef, useState } from 'react'
import { initialOf } from './initial.ts'

interface PictureProps {
  className: 'logo' | 'thumb'
  /** Of what is to be seen; its initial stands in for a picture that there is not. */
  name: string
  /** `null` when there is none. */
  src: string | null
}

/** The picture of something whose name stands beside it. Its place is kept, whether one comes or not. */
export function Picture({ className, name, src }: PictureProps) {
  const image = useRef<HTMLImageElement>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    // It may have failed before the page could hear of it.
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
          // Without script, a picture that fails is styled as the initial.
          data-initial={initial}
          decoding="async"
          loading={className === 'thumb' ? 'lazy' : 'eager'}
          onError={() => setMissing(true)}
        />
      )}
    </span>
  )
}
