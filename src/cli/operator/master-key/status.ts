import type { Command } from 'commander'
import {
  masterKeyStatus,
  type MasterKeyStatus,
} from '#server/service/installation/master-key-status.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { print, printNotice, time } from '#client/tools/command-line/output.ts'
import { fields, table } from '#client/tools/command-line/table.ts'
import { KEY_HEADS, keyDocument, keyRow } from '../keys/present-key.ts'

export function addStatus(masterKey: Command): void {
  masterKey
    .command('status')
    .summary('show what still needs an older key')
    .description(
      'Shows what rests on another key than MASTER_KEY, and whether MASTER_KEY_PREVIOUS may be removed.',
    )
    .addHelpText('after', examples('master-key status', 'master-key status --json'))
    .action(async (_options: object, command: Command) => {
      const { status, now } = await asOperator(command, async (operator) => ({
        status: await masterKeyStatus(operator),
        now: operator.clock(),
      }))
      const apiKeys = status.apiKeys.map((key) => keyDocument(key, now))
      answer(command, { ...status, apiKeys }, (terminal) => {
        print(terminal, fields(factsOf(status)))
        if (status.apiKeys.length > 0)
          print(
            terminal,
            `\n${table(
              KEY_HEADS,
              status.apiKeys.map((key) => keyRow(key, now)),
            )}`,
          )
        printNotice(terminal, adviceOn(status))
      })
    })
}

function factsOf(status: MasterKeyStatus): Record<string, string> {
  const { sessions } = status
  return {
    'Master key': status.keyId,
    'Older keys': status.previousKeyIds.join(', ') || 'none',
    'API keys not used since': String(status.apiKeys.length),
    'Secrets sealed otherwise': String(status.webhookSecrets),
    'Sessions of older keys':
      sessions.lastExpiresAt === null
        ? '0'
        : `${sessions.count}, the last expires ${time(sessions.lastExpiresAt)}`,
    'Audit log': status.auditLog === 'sealed' ? 'sealed with this key' : 'not sealed with this key',
  }
}

function adviceOn(status: MasterKeyStatus): string {
  if (status.previousMayGo)
    return status.previousKeyIds.length === 0
      ? 'Nothing rests on another key.'
      : 'MASTER_KEY_PREVIOUS may be removed.'
  const steps = [
    ...(status.webhookSecrets > 0 || status.auditLog === 'to_seal'
      ? ['run "npx --no checkout master-key rotate"']
      : []),
    ...(status.apiKeys.length > 0
      ? ['wait until these API keys are used, or rotate or revoke them']
      : []),
    ...(status.sessions.count > 0 ? ['wait until these sessions have ended'] : []),
  ]
  return `Before MASTER_KEY_PREVIOUS may be removed: ${steps.join('; ')}.`
}
