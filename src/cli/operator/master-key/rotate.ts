import type { Command } from 'commander'
import { rotateMasterKey } from '#server/service/installation/rotate-master-key.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import { printNotice } from '#client/tools/command-line/output.ts'

export function addRotate(masterKey: Command): void {
  masterKey
    .command('rotate')
    .summary('seal with MASTER_KEY what older keys have sealed')
    .description(
      'Seals the secrets of notifications with MASTER_KEY that were sealed with a key of MASTER_KEY_PREVIOUS, beside ' +
        'running servers. May be broken off and run again. Every process must know both keys before.',
    )
    .addHelpText('after', examples('master-key rotate', 'master-key rotate --json'))
    .action(async (_options: object, command: Command) => {
      const rotated = await asOperator(command, (operator) => {
        if (operator.keys.previous.length === 0)
          throw new CommandFailure(
            'MASTER_KEY_PREVIOUS: name the key that was MASTER_KEY before.',
            EXIT.configuration,
          )
        return rotateMasterKey(operator)
      })
      answer(command, rotated, (terminal) => {
        const { resealedSecrets } = rotated
        printNotice(
          terminal,
          resealedSecrets === 0
            ? 'There was no secret to seal anew.'
            : `Sealed anew: ${resealedSecrets} ${resealedSecrets === 1 ? 'secret' : 'secrets'}.`,
        )
        printNotice(
          terminal,
          'What still needs the key before: npx --no checkout master-key status',
        )
      })
    })
}
