import { mkdirSync } from 'node:fs'
import type { Accounts } from '#server/processors/accounts/accounts.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import type { Config } from '../config.ts'
import type { Sandbox } from '../load-sandbox.ts'
import { environmentDirectory } from './environment-directory.ts'

type RunningFakes = Awaited<ReturnType<Sandbox['startFakes']>>
export type FakePages = RunningFakes['pages']

/** Starts the fakes that the accounts file names, and registers their webhooks as an operator does. */
export async function openFakeBanks(
  config: Config,
  { all, fakes }: Accounts,
  { startFakes }: Sandbox,
): Promise<RunningFakes> {
  const directory = environmentDirectory(config)
  mkdirSync(directory, { recursive: true })
  const webhookUrlOf = (account: string) =>
    all.find(({ name }) => name === account)?.notificationUrl
  const running = await startFakes(fakes, directory, webhookUrlOf).catch((error: unknown) => {
    throw isPortInUse(error)
      ? new CommandFailure(
          'A fake cannot listen: give its ports in fakes of the file PROCESSORS, and in the addresses of its account, other numbers.',
          EXIT.configuration,
        )
      : error
  })
  try {
    const account = all.find(({ name }) => name === fakes['api-pix']?.account)
    await account?.processor?.registerWebhook?.()
    return running
  } catch (error) {
    await running.close()
    throw error
  }
}

function isPortInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
