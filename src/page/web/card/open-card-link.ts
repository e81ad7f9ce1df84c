import { isReady } from '../../card-frame/read-message.ts'
import { takeEarlyMessages } from '../early-events.ts'
import { type CardLink, type CardListener, createCardLink } from './card-link.ts'
import { findCardFrame } from './find-card-frame.ts'

/** A link that accepts the port of the frame at `url`, announced before or after this call. */
export function openCardLink(url: string, listener: CardListener): CardLink {
  const { origin } = new URL(url)
  const link = createCardLink(listener)

  function acceptReady(event: MessageEvent) {
    const [port] = event.ports
    const isOurs = event.origin === origin && event.source === findCardFrame(url)?.contentWindow
    if (isOurs && isReady(event.data) && port !== undefined) link.connect(port)
  }

  link.expect()
  for (const message of takeEarlyMessages()) acceptReady(message)
  window.addEventListener('message', acceptReady)
  return {
    ...link,
    close() {
      window.removeEventListener('message', acceptReady)
      link.close()
    },
  }
}
