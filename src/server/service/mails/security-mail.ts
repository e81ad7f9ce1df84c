import type { ToldAction } from '#contract/dashboard/told-actions.ts'
import type { SentMail } from './mail-schedule.ts'

/** What happened, to whom and by whom. */
export interface ToldEntry {
  action: ToldAction
  at: Date
  /** Null: the entry is about the account of the recipient. */
  merchantName: string | null
  /** Who did it: a person of the merchant, who may have no name. Null: the operator. */
  actor: { name: string | null } | null
  isByRecipient: boolean
  /** The page on which the recipient sees what the entry has changed. */
  url: string
}

export type WriteSecurityMail = (entry: ToldEntry) => { subject: string; text: string }

/** A mail about an entry, without secrets. */
export interface SecurityMail {
  /** Stable: a mail that is sent twice has the same Message-ID. */
  id: string
  to: string
  at: Date
  subject: string
  text: string
}

/** Sends a mail within a bounded time. Never throws for server or network errors. */
export type SendSecurityMail = (mail: SecurityMail) => Promise<SentMail>
