import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CardFaults, CardField } from '../../card-frame/protocol.ts'
import { isReady } from '../../card-frame/read-message.ts'
import { takeEarlyMessages } from '../early-events.ts'
import { type CardLink, createCardLink, type SealAnswer } from './card-link.ts'

export type CardFrameHandle = ReturnType<typeof useCardFrame>

/** The frame in which the card is typed, and what the page may ask of it; without an address there is none. */
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
    const made = createCardLink({
      connected: () => setStatus('ready'),
      failed: () => setStatus('failed'),
      told(message) {
        if (message.type === 'submit') submit()
        else if (message.type === 'state') setFaults(message.faults)
        // What is out of sight has no height.
        else if (message.px > 0) setHeightPx(message.px)
      },
    })
    link.current = made

    function meet(event: MessageEvent) {
      const [port] = event.ports
      const isOurs = event.origin === origin && event.source === iframe.current?.contentWindow
      if (isOurs && isReady(event.data) && port !== undefined) made.connect(port)
    }
    const forgetCode = () => made.tell({ type: 'forget-code' })

    made.expect()
    for (const message of takeEarlyMessages()) meet(message)
    window.addEventListener('message', meet)
    // The back-forward cache would bring the code back.
    window.addEventListener('pagehide', forgetCode)
    return () => {
      window.removeEventListener('message', meet)
      window.removeEventListener('pagehide', forgetCode)
      made.close()
    }
  }, [url])

  return {
    iframe,
    notice,
    url,
    status,
    /** How often the frame was loaded: the next is another element. */
    loads,
    /** What the frame needs, once it has laid itself out. */
    heightPx,
    faults,
    seal: async (): Promise<SealAnswer> => (await link.current?.seal()) ?? null,
    /** The code goes out with the card, and is not kept. */
    forgetCode: () => {
      isCodeUsed.current = true
      link.current?.tell({ type: 'forget-code' })
    },
    /** The form is there to be used again: a code that was in vain has to be typed once more. */
    afterTry: (hasFailed: boolean) => {
      if (hasFailed && isCodeUsed.current) {
        link.current?.tell({ type: 'show', faults: { 'card-code': 'again' } })
      }
      isCodeUsed.current = false
    },
    focus: (field: CardField) => {
      iframe.current?.focus()
      link.current?.tell({ type: 'focus', field })
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
