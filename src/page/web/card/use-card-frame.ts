import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CardFaults, CardField } from '../../card-frame/protocol.ts'
import { isReady } from '../../card-frame/read-message.ts'
import { takeEarlyMessages } from '../early-events.ts'
import { type CardLink, createCardLink, type SealAnswer } from './card-link.ts'

export type CardFrameHandle = ReturnType<typeof useCardFrame>

/** State and requests of the card frame. Inert when `url` is null. */
export function useCardFrame(url: string | null, onSubmit: () => void) {
  const iframe = useRef<HTMLIFrameElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const link = useRef<CardLink>(null)
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [loads, setLoads] = useState(1)
  const [heightPx, setHeightPx] = useState<number | null>(null)
  const [faults, setFaults] = useState<CardFaults>({})
  const isCodeUsed = useRef(false)
  const submit = useEffectEvent(onSubmit)

  useEffect(() => {
    if (url === null) return
    const { origin } = new URL(url)
    const created = createCardLink({
      connected: () => setStatus('ready'),
      failed: () => setStatus('failed'),
      received(message) {
        if (message.type === 'submit') submit()
        else if (message.type === 'state') setFaults(message.faults)
        // A hidden frame reports height 0.
        else if (message.px > 0) setHeightPx(message.px)
      },
    })
    link.current = created

    function acceptReady(event: MessageEvent) {
      const [port] = event.ports
      const isOurs = event.origin === origin && event.source === iframe.current?.contentWindow
      if (isOurs && isReady(event.data) && port !== undefined) created.connect(port)
    }
    const forgetCode = () => created.post({ type: 'forget-code' })

    created.expect()
    for (const message of takeEarlyMessages()) acceptReady(message)
    window.addEventListener('message', acceptReady)
    // Otherwise the back-forward cache would restore the security code.
    window.addEventListener('pagehide', forgetCode)
    return () => {
      window.removeEventListener('message', acceptReady)
      window.removeEventListener('pagehide', forgetCode)
      created.close()
    }
  }, [url])

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
    seal: async (): Promise<SealAnswer> => (await link.current?.seal()) ?? null,
    /** The security code must not be kept after it was sent (PCI DSS). */
    forgetCode: () => {
      isCodeUsed.current = true
      link.current?.post({ type: 'forget-code' })
    },
    /** After a failed payment the security code must be entered again. */
    afterPayment: (hasFailed: boolean) => {
      if (hasFailed && isCodeUsed.current) {
        link.current?.post({ type: 'show', faults: { 'card-code': 'again' } })
      }
      isCodeUsed.current = false
    },
    focus: (field: CardField) => {
      iframe.current?.focus()
      link.current?.post({ type: 'focus', field })
    },
    focusNotice: () => notice.current?.focus(),
    loadAgain: () => {
      setLoads(loads + 1)
      setStatus('loading')
      setHeightPx(null)
      setFaults({})
      link.current?.expect()
    },
  }
}
