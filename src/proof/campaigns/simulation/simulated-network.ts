import { createSimulatedProcessor } from '#sandbox/simulator/simulated-processor.ts'
import type { TestClock } from '../../testing/test-clock.ts'
import type { Network, NetworkLeft } from './network.ts'
import { SIMULATOR, type World } from './world.ts'

const LEFT = `select
    (select count(*)::int from simulator.payments where due_at is not null and merchant_id = any ($1::uuid[]))
  + (select count(*)::int from simulator.refunds r join simulator.payments p on p.id = r.payment_id
     where r.due_at is not null and p.merchant_id = any ($1::uuid[])) as undue,
    (select count(*)::int from simulator.notifications n join simulator.payments p on p.id = n.payment_id
     where n.delivered_at is null and p.merchant_id = any ($1::uuid[])) as unsent,
    array(select id from simulator.payments where is_silent and merchant_id = any ($1::uuid[]) order by id) as undecided`

/** The sandbox's simulator, shared by the schedules of a world. */
export function simulatedNetwork(world: World, clock: TestClock): Network {
  const { simulator } = world
  return {
    fetch: simulator.fetch,
    adapter: (fetch) => createSimulatedProcessor({ ...SIMULATOR, fetch, clock: () => clock.now() }),
    waitsForTurns: false,
    timer: () => new Promise(() => {}),
    async work(merchantIds) {
      // The simulator also holds work of other schedules: run only this one's.
      for (const id of merchantIds) await simulator.runDue(clock.now(), { only: id })
    },
    async left(merchantIds) {
      const [left] = await world.observe<NetworkLeft>(LEFT, [merchantIds])
      if (left === undefined) throw new Error('PostgreSQL answered nothing')
      return left
    },
    isHanging: () => false,
    books: () => undefined,
    claimed: () => [],
    met: () => [],
  }
}
