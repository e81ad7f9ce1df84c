import { PAYMENT_METHODS } from '#contract/payment.ts'
import type { Layout } from '#domain/layout.ts'
import type { ProcessorContext } from '../load-processor.ts'
import type { Processor } from '../processor.ts'
import { takesMethod } from '../processors.ts'
import type { Account, Accounts } from './accounts.ts'
import { checkWebhooks, readAuthorities, refuseTestCertificates } from './check-webhooks.ts'
import { captureWithinDaysOf, loadAccount, SIMULATOR } from './load-account.ts'
import { createProblems, type Problems } from './problems.ts'
import { readAccountsFile, type AccountsFile } from './read-accounts-file.ts'

export interface LoadingAccounts extends Omit<
  ProcessorContext,
  'account' | 'settings' | 'notificationUrl' | 'hasWebhookAuthorities'
> {
  layout: Layout
  /** The accounts file. */
  path: string
  /** The text of a file; the path is relative to the accounts file, or absolute. Throws where it cannot be read. */
  readText: (path: string) => string
  /** The address of notifications that need no client certificate, before `/{account}`. */
  notificationsUrl: string
  /** The path of notifications, behind the origin of `webhooks`. */
  notificationsPath: string
  /** The origin of `webhooks` where the file names none. */
  webhooksUrl: string
  hasTrustedProxies: boolean
  /** Wraps a processor, so that calls of a module that does not keep its time-out end. */
  bound: (processor: Processor) => Processor
}

/** The accounts file is wrong; `problems` lists all faults. */
export class AccountsNotLoaded extends Error {
  override name = 'AccountsNotLoaded'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('; '))
    this.problems = problems
  }
}

/** Reads the accounts file and loads the module of each account. Throws `AccountsNotLoaded` with every problem. */
export async function loadAccounts(loading: LoadingAccounts): Promise<Accounts> {
  const { environment, layout, timeoutMs, clock, variables, random } = loading
  const { hasTrustedProxies, onUnknownField } = loading
  const problems = createProblems()
  const file = readAccountsFile(loading, problems)
  if (file === undefined) throw new AccountsNotLoaded(problems.all())
  if (layout === 'production') {
    refuseTestCertificates({ ...file, accounts: Object.fromEntries(file.accounts) }, [], problems)
    if (Object.values(file.fakes).some((fake) => fake !== undefined))
      problems.report(['fakes'], 'are for the sandbox: production has no fake banks')
  }
  const checking = { layout, hasTrustedProxies, now: clock() }
  const webhooks = checkWebhooks(file.webhooks, checking, problems)
  const all: Account[] = []
  for (const [name, entry] of file.accounts) {
    const { module, retired: isRetired, webhookAuthorities: pem } = entry
    const path = ['accounts', name, 'webhookAuthorities']
    const isServed =
      problems.has(['webhooks']) || Object.values(webhooks).some((way) => way !== undefined)
    const webhookAuthorities = readAuthorities(pem, { path, isServed, now: clock() }, problems)
    const notificationUrl = notificationUrlOf(name, pem !== undefined, loading, file)
    const context = {
      environment,
      timeoutMs,
      clock,
      variables,
      random,
      notificationUrl,
      hasWebhookAuthorities: pem !== undefined,
      ...(onUnknownField && { onUnknownField }),
    }
    const processor = await loadAccount(name, entry, { context, path: loading.path, problems })
    const bounded = processor && loading.bound(processor)
    const captureWithinDays = captureWithinDaysOf(name, entry, problems)
    all.push({
      name,
      module,
      isRetired,
      processor: bounded,
      notificationUrl,
      webhookAuthorities,
      ...(captureWithinDays !== undefined && { captureWithinDays }),
    })
  }
  const isUsed = file.accounts.some(([, { webhookAuthorities: pem }]) => pem !== undefined)
  if (webhooks.identity !== undefined && !isUsed)
    problems.report(
      ['webhooks', 'certificate'],
      'opens a port that no account uses: name the webhookAuthorities of an account, or remove it',
    )
  for (const [fake, { account } = {}] of Object.entries(file.fakes))
    if (account !== undefined && file.accounts.every(([name]) => name !== account))
      problems.report(
        ['fakes', fake, 'account'],
        `names the account "${account}", which is not in accounts`,
      )
  checkMethods(file, all, problems)
  if (problems.all().length > 0) throw new AccountsNotLoaded(problems.all())
  return { all, methods: file.methods, webhooks, fakes: file.fakes }
}

function notificationUrlOf(
  name: string,
  isCertified: boolean,
  { notificationsUrl, notificationsPath, webhooksUrl }: LoadingAccounts,
  { webhooks }: AccountsFile,
): string {
  const base = isCertified ? (webhooks.url ?? webhooksUrl) + notificationsPath : notificationsUrl
  return `${base}/${name}`
}

/** Each method has an account that can take it, and each account a method unless it is retired. */
function checkMethods(
  { methods }: AccountsFile,
  all: readonly Account[],
  { report, has }: Problems,
): void {
  for (const method of PAYMENT_METHODS) {
    const name = methods[method]
    const account = all.find((other) => other.name === name)
    if (name === undefined || has(['methods', method])) continue
    const path = ['methods', method]
    if (account === undefined && !has(['accounts', name]))
      report(path, `names the account "${name}", which is not in accounts: add it, or name another`)
    if (account?.isRetired === true)
      report(path, `names the account "${name}", which is retired: name another`)
    if (account?.processor !== undefined && !takesMethod(account.processor, method))
      report(
        path,
        `names the account "${name}", whose module (${account.module}) takes ${account.processor.methods?.join(', ')} alone`,
      )
  }
  for (const { name, isRetired } of all)
    if (!isRetired && !Object.values(methods).includes(name) && !has(['methods']))
      report(
        ['accounts', name],
        'takes no method: name it in methods, or set "retired": true to serve only the payments that it has made',
      )
  const simulated = all.filter(({ module }) => module === SIMULATOR)
  for (const { name } of simulated.slice(1))
    report(['accounts', name, 'module'], 'is a second simulator: the sandbox has one')
}
