import { z } from 'zod'
import { createDatabase, dropDatabase, startTestServer } from '../testing/test-server.ts'
import { campaign } from './frame/campaign.ts'
import { runShops, type ShopRun } from './shops/run-shops.ts'

export const shops = campaign({
  name: 'shops',
  about: 'every kind of broken shop, and good ones, before chaos and the go-live check',
  details: `Runs chaos and homologate, as a merchant does with a key, against each broken receiver of the tests and against shops that are right,
in several frameworks: once as the callback of the merchant, to which a worker delivers, and once without a callback. No broken
one may pass, and no good one may fail.`,
  options: z.object({
    only: z.string().default('').describe('shops with this in their name'),
    jobs: z.int().min(1).max(64).default(4).describe('at once'),
  }),
  notes: `Exits with 1 when a broken shop passed or a good one failed. DATABASE_URL names a PostgreSQL to use instead of one of its own.`,
  async run({ only, jobs }, output) {
    const server = await startTestServer(process.env['DATABASE_URL'])
    const name = `checkout_shops_${process.pid}`
    try {
      const databaseUrl = await createDatabase(server, name)
      const done = (run: ShopRun) => output.print(lineOf(run))
      const runs = await runShops({ databaseUrl, only, jobs, done })
      await dropDatabase(server, name)
      const wrong = runs.filter(isWrong)
      const text = `${runs.length} runs, ${wrong.length} wrong\n${wrong.map(lineOf).join('')}`
      return {
        held: runs.length > 0 && wrong.length === 0,
        summary: { runs: runs.length, wrong },
        text,
      }
    } finally {
      await server.stop()
    }
  },
})

function isWrong({ isGood, passed }: ShopRun): boolean {
  return isGood !== passed
}

function lineOf(run: ShopRun): string {
  const { shop, tool, isCallback, passed } = run
  const where = isCallback ? 'as the callback' : 'without a callback'
  return `${isWrong(run) ? 'WRONG' : 'right'}: ${tool} ${passed ? 'passes' : 'does not pass'} "${shop}", ${where}\n`
}
