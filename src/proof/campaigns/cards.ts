import { runScript } from '../../cli/run-script.ts'
import { createDatabase, dropDatabase, startTestServer } from '../testing/test-server.ts'
import {
  CARD_TESTING_HELP,
  readCardTestingOptions,
  type CardTestingOptions,
} from './cards/options.ts'
import { playCardTesting, type CardTestingResult } from './cards/play.ts'
import { openCardTestingStage } from './cards/stage.ts'
import { createProgress } from './frame/report.ts'

await runScript({ help: CARD_TESTING_HELP, readOptions: readCardTestingOptions, run })

async function run(options: CardTestingOptions): Promise<void> {
  const server = await startTestServer(process.env['DATABASE_URL'])
  const name = `checkout_cards_${process.pid}`
  try {
    const stage = await openCardTestingStage(await createDatabase(server, name))
    const progress = createProgress(options.attempts, { silent: options.json, what: 'attempts' })
    const result = await playCardTesting(stage, options, (by) => progress.advance(by))
    await stage.close()
    await dropDatabase(server, name)
    const text = options.json ? JSON.stringify(result, null, 2) : textOf(result)
    process.stdout.write(`${text}\n`)
    if (result.faults.length > 0) process.exitCode = 1
  } finally {
    await server.stop()
  }
}

function textOf({ seed, fromOneAddress, ofOneSession, shoppers, faults }: CardTestingResult) {
  return [
    `seed ${seed}`,
    `from one address: ${fromOneAddress.reached} of ${fromOneAddress.attempts} reached the processor`,
    `at one session: ${ofOneSession.reached} of ${ofOneSession.attempts} reached the processor`,
    `honest: ${shoppers.paid} of ${shoppers.flows} paid, ${shoppers.blocked} blocked`,
    ...faults.map((fault) => `BROKEN ${fault}`),
  ].join('\n')
}
