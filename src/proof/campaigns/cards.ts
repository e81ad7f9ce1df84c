import { z } from 'zod'
import { createDatabase, dropDatabase, startTestServer } from '../testing/test-server.ts'
import { playCardTesting, type CardTestingResult } from './cards/play.ts'
import { openCardTestingStage } from './cards/stage.ts'
import { campaign } from './frame/campaign.ts'
import { seed } from './frame/options.ts'

const MANY = 10_000_000

export const cards = campaign({
  name: 'cards',
  about: 'card testing: a bot tries 10 000 stolen cards, then 1000 honest shoppers pay',
  details: `Card testing: a bot tries stolen cards from one address at many sessions and from many addresses at one session; then
honest shoppers pay, many of them behind one address; over the page's backend, the API and real PostgreSQL in this process,
with the limits of production.`,
  options: z.object({
    attempts: z.int().min(1).max(MANY).default(10_000).describe('of the bot'),
    flows: z.int().min(0).max(MANY).default(1000).describe('of honest shoppers'),
    seed: seed('of all randomness'),
  }),
  notes: `Exits with 1 when more than one of a hundred attempts reached the processor, or an honest shopper was blocked. DATABASE_URL
names a PostgreSQL to use instead of one of its own.`,
  async run(options, output) {
    const server = await startTestServer(process.env['DATABASE_URL'])
    const name = `checkout_cards_${process.pid}`
    try {
      const stage = await openCardTestingStage(await createDatabase(server, name))
      const progress = output.progress(options.attempts, 'attempts')
      const result = await playCardTesting(stage, options, (by) => progress.advance(by))
      await stage.close()
      await dropDatabase(server, name)
      return { held: result.faults.length === 0, summary: result, text: textOf(result) }
    } finally {
      await server.stop()
    }
  },
})

function textOf({ seed, fromOneAddress, ofOneSession, shoppers, faults }: CardTestingResult) {
  return [
    `seed ${seed}`,
    `from one address: ${fromOneAddress.reached} of ${fromOneAddress.attempts} reached the processor`,
    `at one session: ${ofOneSession.reached} of ${ofOneSession.attempts} reached the processor`,
    `honest: ${shoppers.paid} of ${shoppers.flows} paid, ${shoppers.blocked} blocked`,
    ...faults.map((fault) => `BROKEN ${fault}`),
    '',
  ].join('\n')
}
