import type { Finding } from './scan.ts'
import type { SecretKind } from './secrets.ts'
import type { Sink } from './sinks.ts'

/** A sink, and the documents in it, where a secret belongs. */
interface Allowance {
  secrets: SecretKind | RegExp
  sinks: readonly Sink[]
  /** Documents of those sinks; absent for all. */
  documents?: RegExp | ((finding: Finding) => boolean)
  /** Maximum per document. */
  times?: number
  why: string
}

const FILES_OF_POSTGRESQL = ['data directory', 'write-ahead log', 'backup'] as const
/** Cards that the simulator knows by number: not secret. */
const TEST_CARD = /^number of the (declined|challenged|undecided) card$/

/** `reference of norte for Pix` belongs to `norte`. */
const ownerOf = ({ secret }: Finding): string => secret.split(' ')[2] ?? ''
const isInItsPath = ({ document, secret }: Finding): boolean =>
  new RegExp(`^[^?]*/(c|card|api/checkout|v1/checkout)/\\{${secret}\\}`).test(document)

const ALLOWED: readonly Allowance[] = [
  {
    secrets: 'api key',
    sinks: ['commands'],
    documents: /^keys (issue|rotate) .*\(standard output\)$/,
    times: 1,
    why: 'a key is shown once, when it is made',
  },
  {
    secrets: 'webhook secret',
    sinks: ['commands'],
    documents: /^(merchants create|callback rotate) .*\(standard output\)$/,
    times: 1,
    why: 'a secret is shown once, when it is made',
  },
  {
    secrets: 'sign-in link',
    sinks: ['commands'],
    documents: /^merchants sign-in .*\(standard output\)$/,
    times: 1,
    why: 'a link is shown once, when it is made',
  },
  {
    secrets: 'api key',
    sinks: ['answers to browsers'],
    documents: /^to the dashboard: POST \/api\/dashboard-actions\/key\.issue 200$/,
    times: 1,
    why: 'a key is shown once, to who issued it in the dashboard',
  },
  {
    secrets: 'webhook secret',
    sinks: ['answers to browsers'],
    documents: /^to the dashboard: POST \/api\/dashboard-actions\/secret\.rotate 200$/,
    times: 1,
    why: 'a secret is shown once, to who rotated it in the dashboard',
  },
  {
    secrets: 'sign-in link',
    sinks: ['answers to browsers'],
    documents: /^to the dashboard: POST \/api\/dashboard-actions\/user\.invite 200$/,
    times: 1,
    why: 'a link is shown once, to who invites in the dashboard',
  },
  {
    secrets: 'sign-in link',
    sinks: ['commands'],
    documents: /^users invite .*\(standard output\)$/,
    times: 1,
    why: 'a link is shown once, when it is made',
  },
  {
    secrets: 'recovery code',
    sinks: ['answers to browsers'],
    documents: /^to the dashboard: POST \/api\/me\/passkeys 200$/,
    times: 1,
    why: 'a recovery code is shown once, after the first passkey',
  },
  {
    secrets: /^cookie of the admin/,
    sinks: ['answers to browsers'],
    documents: /^to the dashboard: POST \/api\/sign-in\/(link|passkey) 200$/,
    times: 1,
    why: 'by which the dashboard begins a session',
  },
  {
    secrets: /demo store$/,
    sinks: ['data directory'],
    documents: /^product\/sandbox\/demo-store\.json$/,
    why: 'the demo store reads there what its operator gave it; the file is its owner’s alone',
  },
  {
    secrets: /^password of the database$/,
    sinks: ['data directory'],
    documents: /^postgres\/password$/,
    why: 'the embedded PostgreSQL is opened with it; the file is its owner’s alone',
  },
  {
    secrets: /^simulator's private key$/,
    sinks: ["processor's books"],
    documents: /^simulator\.card_keys\.private_jwk$/,
    why: 'only test cards are ever encrypted to it',
  },
  {
    secrets: /^simulator's private key$/,
    sinks: FILES_OF_POSTGRESQL,
    documents: /\/(base|pg_wal)\/|^(base|pg_wal)\//,
    why: 'where the simulated processor keeps its books',
  },
  {
    secrets: 'reference',
    sinks: ['answers to callers'],
    documents: (finding) =>
      finding.document.startsWith(`to ${ownerOf(finding)}: `) &&
      / (POST|GET) \/v1\/(sandbox\/)?(sessions|events)\b/.test(finding.document),
    why: 'the merchant sends the shopper there',
  },
  {
    secrets: 'reference',
    sinks: ['notifications'],
    documents: (finding) => finding.document === `to /hooks/${ownerOf(finding)}`,
    why: "the merchant's delivery holds the session as the API returns it",
  },
  {
    secrets: 'reference',
    sinks: ['answers to browsers'],
    documents: /^GET \S+\/api\/webhooks\/[\w-]+\/events\/\w+ 200$/,
    why: 'the merchant who has signed in sees what was sent to them',
  },
  {
    secrets: 'reference',
    sinks: ['e-mails'],
    why: 'the link of a receipt, to the payer',
  },
  {
    secrets: 'reference',
    sinks: ['answers to browsers', 'answers to callers', 'addresses'],
    documents: isInItsPath,
    why: 'who has the address has the reference',
  },
  {
    secrets: /^reference of .*challenge/,
    sinks: ['answers to browsers'],
    documents: /\/simulator\/challenge\/\w+ 303, headers$/,
    why: 'the bank sends the shopper back',
  },
  {
    secrets: /^reference of .*challenge/,
    sinks: ["processor's books"],
    documents: /^simulator\.payments\.return_url$/,
    why: 'the bank sends the shopper back',
  },
  {
    secrets: /^reference of .*challenge/,
    sinks: FILES_OF_POSTGRESQL,
    documents: /\/(base|pg_wal)\/|^(base|pg_wal)\//,
    why: 'where the simulated processor keeps its books',
  },
  {
    secrets: 'cookie',
    sinks: ['cookies'],
    why: 'that is where it is kept',
  },
  {
    secrets: 'cookie',
    sinks: ['answers to browsers'],
    documents: /, headers$/,
    times: 1,
    why: 'by which the browser gets it',
  },
  {
    secrets: TEST_CARD,
    sinks: ['answers to browsers', 'answers to callers'],
    documents: /GET \S*\/(c|assets)\//,
    why: 'the sandbox offers its test cards',
  },
  {
    secrets: TEST_CARD,
    sinks: ['build'],
    documents: /^dist\/(?:sandbox\/|package\/.*\btesting\b|hosted-checkout-[\d.]+\.tgz$)/,
    why: 'the sandbox, and the kit of testers in the package, offer its test cards',
  },
  {
    secrets: 'card number',
    sinks: ['answers to callers'],
    documents: /^to norte: POST \/v1\/sessions 422$/,
    // Once in the error's `path`, once in its `pointer`.
    times: 2,
    why: 'a field that does not exist is named to who has sent it',
  },
  {
    secrets: 'person',
    sinks: [
      'database',
      ...FILES_OF_POSTGRESQL,
      "processor's books",
      'answers to callers',
      'answers to browsers',
      'notifications',
    ],
    why: 'the merchant sent it, and it is stored for the payment',
  },
  {
    secrets: 'returned',
    sinks: ['database'],
    documents: /^public\.payments\.returned$/,
    why: 'kept until the processor has taken it',
  },
  {
    secrets: 'returned',
    sinks: FILES_OF_POSTGRESQL,
    documents: /\/(base|pg_wal)\/|^(base|pg_wal)\//,
    why: 'kept until the processor has taken it',
  },
  {
    secrets: 'api key',
    sinks: ['crash output'],
    documents: /^keys revoke \{/,
    times: 1,
    why: 'who typed a key instead of its id reads what they typed',
  },
]

export interface Judged {
  /** Findings that no allowance covers, or that exceed its maximum. */
  leaks: Finding[]
  /** Allowed findings, counted by reason. */
  allowed: Record<string, number>
}

export function judge(findings: readonly Finding[]): Judged {
  const judged: Judged = { leaks: [], allowed: {} }
  const counts = new Map<string, number>()
  for (const finding of findings) {
    const allowance = ALLOWED.find((one) => allows(one, finding))
    const place = [finding.sink, finding.document, finding.secret, finding.packed].join('\n')
    const count = (counts.get(place) ?? 0) + 1
    counts.set(place, count)
    if (allowance === undefined || count > (allowance.times ?? Infinity)) judged.leaks.push(finding)
    else judged.allowed[allowance.why] = (judged.allowed[allowance.why] ?? 0) + 1
  }
  return judged
}

function allows({ secrets, sinks, documents }: Allowance, finding: Finding): boolean {
  const { kind, secret, sink, document } = finding
  const isSecret = typeof secrets === 'string' ? kind === secrets : secrets.test(secret)
  if (!isSecret || !sinks.includes(sink)) return false
  if (documents === undefined) return true
  return typeof documents === 'function' ? documents(finding) : documents.test(document)
}
