import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { CardBrand } from '#contract/payment.ts'
import type { CardFaults, CardField } from '../../card-frame/protocol.ts'
import { useBrowser } from '../browser.ts'
import type { CardLink, CardListener, SealAnswer, SealFor } from './card-link.ts'
import { openCardLink } from './open-card-link.ts'

interface Typed {
  faults: CardFaults
  brand: CardBrand | null
}
const NOTHING: Typed = { faults: {}, brand: null }

export type CardFrameHandle = ReturnType<typeof useCardFrame>

/** State and requests of the card frame. Inert when `url` is null. */
export function useCardFrame(
  url: string | null,
  { early, onSubmit }: { early: CardFaults; onSubmit: () => void },
) {
  const { earlyForm } = useBrowser()
  const iframe = useRef<HTMLIFrameElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const link = useRef<CardLink>(null)
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [loads, setLoads] = useState(1)
  const [heightPx, setHeightPx] = useState<number | null>(null)
  const [{ faults, brand }, setTyped] = useState<Typed>({ ...NOTHING, faults: early })
  const isCodeUsed = useRef(false)
  const submit = useEffectEvent(onSubmit)

  // Before the frame's first message, which comes in a later task.
  useLayoutEffect(() => {
    if (url === null) return
    const listener: CardListener = {
      connected: () => setStatus('ready'),
      failed: () => setStatus('failed'),
      received(message) {
        if (message.type === 'submit') submit()
        else if (message.type === 'state') setTyped(message)
        // A hidden frame reports height 0.
        else if (message.px > 0) setHeightPx(message.px)
      },
    }
    const opened = earlyForm?.takeCardLink(listener) ?? openCardLink(url, listener)
    link.current = opened
    // `null` means a document of another origin, whose `load` event may have fired before hydration.
    if (iframe.current?.contentDocument === null) opened.loaded()
    const forgetCode = () => opened.post({ type: 'forget-code' })
    // Otherwise the back-forward cache would restore the security code.
    window.addEventListener('pagehide', forgetCode)
    return () => {
      window.removeEventListener('pagehide', forgetCode)
      opened.close()
    }
  }, [url, earlyForm])

  return {
    iframe,
    notice,
    url,
    status,
    /** Counts loads; used as React key, so that reloading replaces the element. */
    loads,
    /** The frame's height after its first layout. */
    heightPx,
    faults,
    /** The brand of the typed number, once it is known. */
    brand,
    seal: async (sealFor: SealFor): Promise<SealAnswer> =>
      (await link.current?.seal(sealFor)) ?? null,
    /** The security code must not be kept after it was sent (PCI DSS). */
    forgetCode: () => {
      isCodeUsed.current = true
      link.current?.post({ type: 'paying' })
      link.current?.post({ type: 'forget-code' })
    },
    /** After a failed payment the security code must be entered again. */
    afterPayment: (hasFailed: boolean) => {
      if (isCodeUsed.current) {
        link.current?.post({ type: 'show', faults: hasFailed ? { 'card-code': 'again' } : {} })
      }
      isCodeUsed.current = false
    },
    focus: (field: CardField) => {
      iframe.current?.focus()
      link.current?.post({ type: 'focus', field })
    },
    loaded: () => link.current?.loaded(),
    focusNotice: () => notice.current?.focus(),
    loadAgain: () => {
      setLoads(loads + 1)
      setStatus('loading')
      setHeightPx(null)
      setTyped(NOTHING)
      link.current?.expect()
    },
  }
}
