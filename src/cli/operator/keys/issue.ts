import { Option, type Command } from 'commander'
import { KEY_KINDS, type KeyKind, type Scope } from '#contract/api-key.ts'
import type { Environment } from '#contract/environment.ts'
import { MerchantId } from '#contract/ids.ts'
import { defaultScopes, issueKey } from '#server/service/keys/issue-key.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { asOperator, type Operator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import { countLiveSecrets, requireMerchant } from '../../merchant.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { Expiry, Scopes } from '../../options.ts'
import { printSecret, time } from '#client/tools/command-line/output.ts'

interface IssueOptions {
  kind: KeyKind
  merchant?: string
  scopes?: Scope[]
  expires?: (now: Date) => Date
}

export function addIssue(keys: Command): void {
  keys
    .command('issue')
    .summary('make an API key')
    .description(
      'Makes an API key, for a merchant or for the checkout page. The key is shown this once, alone on standard output.',
    )
    .addOption(
      new Option('--kind <kind>', 'who calls with it').choices(KEY_KINDS).default('merchant'),
    )
    .option('--merchant <merchantId>', 'whose key it is', as(MerchantId))
    .option('--scopes <scopes>', 'what it may do, with commas between; all there is', as(Scopes))
    .option('--expires <when>', 'when it ends, as in 90d or 2027-01-31; never', as(Expiry))
    .addHelpText(
      'after',
      examples(
        'keys issue --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e',
        'keys issue --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --scopes sessions:read,events:read --expires 90d',
        'keys issue --kind checkout --json',
      ),
    )
    .action(async (options: IssueOptions, command: Command) => {
      const problem = problemOf(options)
      if (problem !== undefined) command.error(`error: ${problem}`)
      const { keyId, apiKey, expiresAt } = await asOperator(command, (operator) =>
        issue(operator, options),
      )
      answer(command, { keyId, apiKey }, (terminal) =>
        printSecret(
          terminal,
          apiKey,
          `Made key ${keyId}, which ${expiresAt ? `ends ${time(expiresAt)}` : 'does not expire'}. It is shown this once:`,
        ),
      )
    })
}

function problemOf({ kind, merchant, scopes }: IssueOptions): string | undefined {
  if (kind === 'merchant' && merchant === undefined)
    return 'a key needs --merchant <merchantId>, or --kind checkout for the page'
  if (kind === 'checkout' && (merchant !== undefined || scopes !== undefined))
    return 'a key of the page has neither --merchant nor --scopes'
  return undefined
}

async function issue(operator: Operator, options: IssueOptions) {
  const { environment } = operator.config
  const now = operator.clock()
  const expiresAt = options.expires?.(now) ?? null
  if (expiresAt !== null && expiresAt <= now)
    throw new CommandFailure(`--expires: ${time(expiresAt)} is over`, EXIT.usage)
  const life = { environment, expiresAt }
  if (options.merchant === undefined) {
    const key = { kind: 'checkout', merchantId: null, scopes: [], ...life } as const
    return { ...(await issueKey(operator, key)), expiresAt }
  }
  const { id: merchantId } = await requireMerchant(operator, options.merchant)
  // Throws under another MASTER_KEY than the server's: the server would not recognise a key hashed with it.
  await countLiveSecrets(operator, merchantId)
  const scopes = allowedScopes(options.scopes, environment)
  return {
    ...(await issueKey(operator, { kind: 'merchant', merchantId, scopes, ...life })),
    expiresAt,
  }
}

function allowedScopes(scopes: Scope[] | undefined, environment: Environment): readonly Scope[] {
  const allowed = defaultScopes(environment)
  const refused = scopes?.find((scope) => !allowed.includes(scope))
  if (refused === undefined) return scopes ?? allowed
  throw new CommandFailure(`The scope ${refused} does not exist in ${environment}.`)
}
