import type { X509Certificate } from 'node:crypto'
import type { Processor } from '../processor.ts'
import type { Fakes } from './accounts-file.ts'
import type { AccountsOfMethods } from '../processors.ts'
import { isIssuedBy } from './client-certificates.ts'

/** The processors' accounts that an operator has configured. */
export interface Accounts {
  /** In the file's order. */
  all: readonly Account[]
  methods: AccountsOfMethods
  webhooks: ProcessorWebhooks
  /** Fake banks that the sandbox runs. */
  fakes: Fakes
}

export interface Account {
  name: string
  /** The module, as the file names it. */
  module: string
  isRetired: boolean
  /** Undefined for the sandbox's simulator, which the sandbox opens itself. */
  processor: Processor | undefined
  /** Of the sandbox's simulator: for how many days a held card can be captured. Absent: its default. */
  captureWithinDays?: number
  notificationUrl: string
  /** Authorities of the client certificates that its notifications must come with; empty: none is asked for. */
  webhookAuthorities: readonly X509Certificate[]
}

/** How notifications with client certificates come in. */
export interface ProcessorWebhooks {
  /** The server's certificate and key (PEM). The port for these notifications is opened only with them. */
  identity?: { certificate: string; key: string; keyPassphrase?: string | undefined } | undefined
  /** The header in which trusted proxies pass on the certificate that they have verified. */
  clientCertificateHeader?: string | undefined
}

/** Decides by its client certificate whether a notification comes from an account's processor. */
export interface CertificateRule {
  /** `not_asked` for an account without authorities. */
  judge(
    account: string,
    certificate: X509Certificate | undefined,
  ): 'certified' | 'refused' | 'not_asked'
}

export const NO_CERTIFICATES: CertificateRule = { judge: () => 'not_asked' }

export function certificateRule(accounts: readonly Account[], clock: () => Date): CertificateRule {
  const byName = new Map(accounts.map((account) => [account.name, account.webhookAuthorities]))
  return {
    judge(account, certificate) {
      const authorities = byName.get(account) ?? []
      if (authorities.length === 0) return 'not_asked'
      const isCertified = certificate !== undefined && isIssuedBy(certificate, authorities, clock())
      return isCertified ? 'certified' : 'refused'
    },
  }
}

/** The authorities of all accounts, PEM. */
export function authoritiesOf(accounts: readonly Account[]): string[] {
  return accounts.flatMap(({ webhookAuthorities }) => webhookAuthorities.map(String))
}

/** The processors of accounts, each under its account's name; `own` is the sandbox's simulator. */
export function processorsOf(
  accounts: readonly Account[],
  own: Processor | undefined,
): readonly Processor[] {
  return accounts.flatMap(({ name, processor = own }) =>
    processor === undefined ? [] : [named(processor, name)],
  )
}

// A prototype, not a spread: the processor may be a class instance.
function named(processor: Processor, name: string): Processor {
  return processor.name === name
    ? processor
    : Object.assign(Object.create(processor) as Processor, { name })
}
