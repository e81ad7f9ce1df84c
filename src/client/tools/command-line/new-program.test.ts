import { expect, it } from 'vitest'
import { openTerminal } from '#proof/testing/cli/terminal.fixture.ts'
import { newProgram } from './new-program.ts'

const programWith = (run: (options: { cardKey?: string }) => void) => {
  const program = newProgram('checkout', '0.1.0', openTerminal().terminal)
  program.command('monitor').option('--card-key <thumbprint>').action(run)
  return program
}

it.each(['-VmJ0', '-hmJ0', '--mJ0', '-mJ0'])(
  'takes %s as the value of an option, as thumbprints may begin',
  async (cardKey) => {
    let given: unknown
    const program = programWith((options) => (given = options))
    await program.parseAsync(['monitor', '--card-key', cardKey], { from: 'user' })
    expect(given).toEqual({ cardKey })
  },
)

it('prints its version', async () => {
  const parsed = programWith(() => undefined).parseAsync(['--version'], { from: 'user' })
  await expect(parsed).rejects.toMatchObject({ code: 'commander.version', message: '0.1.0' })
})
