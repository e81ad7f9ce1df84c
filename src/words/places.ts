import type { TimelineLine, NextKey, SayKey, VerdictKey } from '#contract/dashboard/timeline.ts'
import type { ToldAction } from '#contract/dashboard/told-actions.ts'
import type { DeclineCode, PaymentMethod } from '#contract/payment.ts'
import type { ReversalKind } from '#contract/reversal-kinds.ts'
import type { PageOutcome } from '#contract/sandbox-simulate.ts'
import type { SendFailure } from '#domain/send-failure.ts'

/** Words of the pages without a session, the card frame's included; rendered by the server. */
export interface PlainWords {
  /** At the root of the checkout's origin. */
  home: string
  formTitle: string
  formText: string
  cardTitle: string
  cardText: string
  busyTitle: string
  busyText: string
}

/** Words of the page without script: rendered by the server, never sent to the script. */
export interface NoScriptWords {
  cardTitle: string
  cardText: string
  checkNow: string
  /** Label of a date and time. */
  payBy: string
  waiting: string
  staleTitle: string
  staleText: string
}

/** Texts of the help with typed fields, loaded with its script. */
export interface AssistWords {
  /** With `{email}`. */
  emailMeant: string
  /** The button for a keyboard with letters: a CPF has none, a CNPJ may. */
  cnpjWithLetters: string
}

/** Words of the sandbox's page, sent with it; production builds have none of them. */
export interface SandboxWords {
  banner: string
  testValues: string
  decide: string
}

/** Texts of the sandbox's panels. One script has those of all languages, and is loaded when a panel is opened. */
export interface SandboxPanelWords {
  paid: string
  declined: string
  insufficientFunds: string
  challenge: string
  processing: string
  noAnswer: string
  paidAtOnce: string
  expiresAtOnce: string
  neverPaid: string
  anyExpiryAndCode: string
  declineCode: string
  notPossible: string
  outcomes: Readonly<Record<PageOutcome, string>>
}

export interface AllSandboxWords extends SandboxWords, SandboxPanelWords {
  /** Above a preview that is opened by its own URL. */
  preview: string
}

/** Texts of the challenge page in one language. */
export interface BankWords {
  bank: string
  ribbon: string
  title: string
  explanation: string
  merchant: string
  amount: string
  card: string
  cardEndingIn: string
  complete: string
  fail: string
  cancel: string
  notFoundTitle: string
  notFound: string
}

/** Texts for people who answer a shopper on the phone, and what they say to the shopper. */
export interface DashboardWords {
  verdict: Readonly<Record<VerdictKey, string>>
  say: Readonly<Record<SayKey, string>>
  next: Readonly<Record<NextKey, string>>
  /** Reasons of declines, as parts of a verdict. */
  declines: Readonly<Record<DeclineCode, string>>
  /** Why money was taken back. */
  reversals: Readonly<Record<ReversalKind, string>>
  /** Reasons of declines, as whole sentences for the shopper. */
  saidDeclines: Readonly<Record<DeclineCode, string>>
  /** Why a receiver gave no answer, after "last answer:". */
  failures: Readonly<Record<SendFailure, string>>
  methods: Readonly<Record<`method.${PaymentMethod}`, string>>
  lanes: Readonly<Record<TimelineLine['lane'], string>>
  lines: Readonly<Record<TimelineLine['kind'], string>>
  /** Texts of mails that notify people of changes to their account or their merchant. */
  mails: Readonly<
    Record<
      ToldAction | 'when' | 'who' | 'you' | 'operator' | 'colleague' | 'where' | 'advice',
      string
    >
  >
}
