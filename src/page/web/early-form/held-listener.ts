import type { CardListener } from '../card/card-link.ts'

/** Keeps what the card's frame reports until another listener takes over. */
export function createHeldListener(on: { connected: () => void; submit: () => void }) {
  let next: CardListener | null = null
  const held: ((listener: CardListener) => void)[] = []

  function tell(report: (listener: CardListener) => void): void {
    if (next === null) held.push(report)
    else report(next)
  }

  const listener: CardListener = {
    connected() {
      if (next === null) on.connected()
      tell((one) => one.connected())
    },
    failed: () => tell((one) => one.failed()),
    received(message) {
      if (message.type === 'submit' && next === null) on.submit()
      else tell((one) => one.received(message))
    },
  }
  return {
    listener,
    handOver(to: CardListener): void {
      next = to
      for (const report of held.splice(0)) report(to)
    },
  }
}
