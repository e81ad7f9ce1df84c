import { createBank } from '../scripted/bank.ts'
import { createScriptedModule, WEBHOOK_SECRET_HEADER } from '../scripted/processor-module.ts'
import { drawTemper, watchTemper, type Unkindness } from '../scripted/unkindness.ts'
import { createDice } from '../shared/dice.ts'
import type { TestClock } from '../../testing/test-clock.ts'
import type { Network } from './network.ts'
import type { Scheduler } from './scheduler.ts'
import { API_URL, SIMULATOR, type World } from './world.ts'

const TURNS_MIN = 10
const TURNS_MORE = 20
const ANSWERED_NOTHING = { status: 504 }
/** The bank does not draw from the dice of its schedule, which then begins alike with both processors. */
const OWN_DICE = 0x5eed

/** A scripted processor of this schedule alone. */
export function scriptedNetwork(
  world: World,
  {
    seed,
    allowed,
    clock,
    scheduler,
    notify,
    onCapturedLate,
  }: {
    seed: number
    allowed: readonly Unkindness[]
    clock: TestClock
    scheduler: Scheduler
    notify: (request: Request) => Promise<Response>
    onCapturedLate: (paymentId: string) => void
  },
): Network {
  const dice = createDice(seed ^ OWN_DICE)
  const hanging = new Set<string>()
  /** The functions that end the timers of calls under way, by the number of the work that calls. */
  const timers = new Map<number, (() => void)[]>()
  const numbers = new Map([...world.sealedCards].map(([number, card]) => [card, number]))
  const watched = watchTemper(drawTemper(dice, allowed))
  const bank = createBank(
    {
      clock: () => clock.now(),
      numberOf: async (card) => numbers.get(card),
      async notify(webhook) {
        const response = await notify(webhookRequest(webhook))
        return response.ok
      },
      beside(label, work) {
        if (scheduler.task() === undefined) return false
        void scheduler.start(label, work)
        return true
      },
      async pause() {
        if (scheduler.task() === undefined) return
        for (let turns = TURNS_MIN + dice.below(TURNS_MORE); turns > 0; turns--)
          await scheduler.turn('inside', 'the processor works')
      },
      async hang() {
        const work = scheduler.task()
        if (work === undefined) return new Response(null, ANSWERED_NOTHING)
        const waiting = timers.get(work.number)
        // Work that has set no timer hangs. An empty list is no hang: the work's calls have timed out together.
        if (waiting === undefined) hanging.add(work.label)
        for (const end of waiting ?? []) end()
        return new Promise<never>(() => {})
      },
      onCapturedLate,
    },
    { dice, temper: watched.temper, seed },
  )
  return {
    fetch: bank.fetch,
    adapter: (fetch) => createScriptedModule({ ...SIMULATOR, fetch, cardKey: world.cardKey }),
    waitsForTurns: true,
    /** Ends at once when a call of the same work hangs, and never otherwise. */
    timer: (_ms, signal) =>
      new Promise((resolve) => {
        const { number = 0 } = scheduler.task() ?? {}
        timers.set(number, [...(timers.get(number) ?? []), resolve])
        const remove = () =>
          timers.set(
            number,
            (timers.get(number) ?? []).filter((end) => end !== resolve),
          )
        signal.addEventListener('abort', remove, { once: true })
      }),
    work: () => bank.runDue(),
    left: async () => bank.left(),
    isHanging: (label) => hanging.has(label),
    books: () => bank.books(),
    claimed: () => bank.lies(),
    met: watched.met,
  }
}

function webhookRequest(webhook: object): Request {
  return new Request(`${API_URL}/processor/notifications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [WEBHOOK_SECRET_HEADER]: SIMULATOR.secret },
    body: JSON.stringify(webhook),
  })
}
