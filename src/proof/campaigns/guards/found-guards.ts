import type { Guard } from './guard.ts'

/** Guards against faults that were found from outside, where no schedule shows the damage. */
export const FOUND_GUARDS: readonly Guard[] = [
  {
    name: 'R-107: what came back from a challenge is not kept before the processor is asked with it',
    marker: 'keep-returned',
    instead: 'if (takes && returned === null) await keepReturned(context.database, paymentId, {})',
  },
  {
    name: 'R-118: a release that fails after it was acknowledged is not made again',
    marker: 'failed-release',
    instead: 'const { isReleased } = payment',
  },
  {
    name: 'S-159: what is typed as the return from a challenge is given to the processor without end',
    marker: 'typed-results',
    instead: 'and returned_refused < 1000',
  },
  {
    name: 'R-93: what was taken back is booked, also where it cannot be',
    marker: 'unexplained-reversal',
    instead: "if (payment.id === '') {",
  },
  {
    name: 'a payment begins although its session has changed since it was read',
    marker: 'begin-from-version',
    instead: 'select id from sessions s where s.id = :sessionId and :version::int > 0',
  },
  {
    name: 'an outcome is applied although its session has changed since it was read',
    marker: 'settle-from-version',
    instead: 'where s.id = :sessionId and :version::int > 0',
  },
  {
    name: 'a session expires although it has changed since it was read',
    marker: 'expire-from-version',
    instead:
      'where s.status is not null and (m.callback_disabled_at is null or x."endpointIsLocked")',
  },
  {
    name: 'S-112: the page prefills what another visitor typed',
    marker: 'own-prefill',
    instead: 'const prefill = beginning.customer',
  },
  {
    name: 'S-113: the same webhook is applied again',
    marker: 'webhook-once',
    instead: 'await storeProcessorNotification(database, { ...notification, now })',
  },
  {
    name: 'R-10: a webhook that was stored counts as applied, also where the process was killed between',
    marker: 'pending-webhook',
    instead: 'where stored.digest is distinct from excluded.digest',
  },
  {
    name: 'S-113: forged webhooks are verified at any rate',
    marker: 'forgery-limit',
    instead: '',
  },
  {
    name: 'S-152: forged webhooks stop genuine ones of an account that verifies cheaply',
    marker: 'forgeries-counted-alone',
    instead: 'const forgeries = limited',
  },
  {
    name: 'S-114: a request that was refused as it was sent does not fail its payment',
    marker: 'refused-fails',
    instead: "return error instanceof Error && 'code' in error && error.code === ''",
  },
  {
    name: 'S-115: errors are logged with all that they carry',
    marker: 'serialized-errors',
    instead: 'serializers: { err: pino.stdSerializers.err },',
  },
  {
    name: 'S-116: one network spends the quota of all reports',
    marker: 'report-quota',
    instead: 'if (network !== undefined && ofNetworks.count(network).count > Infinity)',
  },
  {
    name: 'S-118: one network opens any number of streams',
    marker: 'stream-limit',
    instead:
      'const releaseNetwork = network === undefined ? () => undefined : () => void ofNetworks',
  },
  {
    name: 'S-119: a return is signed with the newest secret only',
    marker: 'every-secret-signs-returns',
    instead: 'const signing = keys.slice(0, 1)',
  },
  {
    name: 'a rotated webhook secret signs returns forever',
    marker: 'live-secrets-of-returns',
    instead:
      'const live = sealed.filter(({ endsAt }) => endsAt === null || new Date(endsAt) !== now)',
  },
  {
    name: "S-119: the merchant's own parameters of a return are not signed",
    marker: 'signed-parameters',
    instead: 'const lines = [CONTEXT_OF_ADDRESS, `${url.origin}${url.pathname}?${query.length}`]',
  },
  {
    name: 'F-13: a large body may have any number of values',
    marker: 'values-of-a-body',
    instead: 'if (lengthOutsideOfStrings(text) < 0) return TOO_MANY_VALUES',
  },
  {
    name: 'F-13: a page of a list has any number of large rows',
    marker: 'large-rows',
    instead: 'if (largeRows === -LARGE_ROWS_MAX) return { items: whole, hasMore: true }',
  },
  {
    name: 'S-121: a master key of zeros is accepted',
    marker: 'random-key',
    instead:
      'new Set(bytes).size < 0 * DIFFERENT_BYTES_MIN || bytes.every((byte) => byte >= 0x20 && byte < 0x7f)',
  },
  {
    name: 'S-121: an unprotected database is accepted in production',
    marker: 'verified-database',
    instead:
      "return mode === null || mode === 'verify-full' || (mode === null && url.searchParams.has('sslrootcert'))",
  },
  {
    name: "S-122: pictures are fetched from this machine's loopback",
    marker: 'no-loopback-pictures',
    instead: 'const outside = createFetch({ ...options, allowLoopback: isLocal })',
  },
  {
    name: 'S-123: the client sends a live key over plain http',
    marker: 'live-key-over-https',
    instead:
      "if (parsed.protocol === 'http:' && isLive(options.apiKey) && parsed.hostname === isLoopback.name) {",
  },
  {
    name: 'S-124: texts may hold C1 controls and bidirectional overrides',
    marker: 'unsafe-controls',
    instead: String.raw`/[^\P{Cc}\t\n\x80-\x9f]|\p{Cs}/u`,
  },
  {
    name: 'S-124: --json prints what a terminal obeys',
    marker: 'terminal-escapes',
    instead: 'print(terminal, JSON.stringify(document, null, 2))',
  },
  {
    name: 'S-124: a merchant breaks the lines of a mail',
    marker: 'mail-lines',
    instead: 'const page = pageCheckout(checkout, tag)',
  },
  {
    name: 'S-125: an unnamed proxy in a shared network counts as one shopper',
    marker: 'shared-networks',
    instead: '',
  },
  {
    name: 'S-143: a forwarded address that cannot be read turns the limits off',
    marker: 'unreadable-forward',
    instead: 'if (read === undefined) break',
  },
  {
    name: 'S-144: the first of two values of a parameter is checked, the last is used',
    marker: 'single-parameters',
    instead: '',
  },
  {
    name: "S-127: the last payment is found by an id's time",
    marker: 'latest-payment',
    instead: 'const LATEST_FIRST = `p.id desc, p.number desc nulls last,',
  },
  {
    name: 'S-128: installments are computed in floating point',
    marker: 'exact-installments',
    instead:
      'return numerator < denominator ? 0 : Math.ceil((amountMinor * (basisPoints / 10_000)) / (1 - (1 + basisPoints / 10_000) ** -count))',
  },
  {
    name: 'R-58: the server is bundled with the development build of React',
    marker: 'production-react',
    instead: "define: { 'process.env.NODE_ENV': JSON.stringify('development') },",
  },
  {
    name: 'R-60: a list reads a whole table',
    marker: 'indexed-movements',
    instead:
      'and coalesce(p.succeeded_at, p.updated_at, now()) >= $2 and coalesce(p.succeeded_at, p.updated_at, now()) < $3',
  },
  {
    name: 'R-61: only one batch of idempotency keys is pruned',
    marker: 'prune-to-the-end',
    instead: 'do pruned = (await db.query(prune, values)).slice(1)',
  },
  {
    name: 'R-62: a merchant whose receiver keeps up is held back by its share',
    marker: 'busy-permits',
    instead: 'const BUSY_MERCHANT_MAX = 5',
  },
  {
    name: 'R-59: a backlog that was not read in time counts as read',
    marker: 'backlog-read',
    instead: 'await readOnce().then(() => 1),',
  },
  {
    name: 'R-63: a process that still starts is ready',
    marker: 'starting-is-not-ready',
    instead: "let phase = 'serving' as ReturnType<PrivateAppOptions['phase']>",
  },
  {
    name: 'R-64: the time limits of a connection are not set',
    marker: 'connection-limits',
    instead: "(ms) => (ms < 0 ? '' : '0'),",
  },
  {
    name: 'R-64: a pooler in transaction mode is accepted',
    marker: 'no-transaction-pooler',
    instead: 'if (await sharesBackend(client, pid, newClient())) return',
  },
  {
    name: 'R-65: the client says only that the fetch failed',
    marker: 'innermost-cause',
    instead: 'words ||= wordsOf(current)',
  },
  {
    name: 'a repeated request sends a refund that has ended',
    marker: 'ended-refund',
    instead: 'where id = $1 and $2::timestamptz is not null returning ${COLUMNS}`,',
  },
  {
    name: 'a worker sends a refund whose lease is over',
    marker: 'refund-lease',
    instead: "if (renewed === undefined && status !== 'pending') return false",
  },
  {
    name: 'a refund is sent again after the processor has forgotten its key',
    marker: 'forgotten-refund',
    instead: 'return true',
  },
  {
    name: 'owed money whose refund came back is forgotten',
    marker: 'held-refund',
    instead: 'if (payment.paidAt === undefined)',
  },
  {
    name: 'a refund that no longer fits is sent after all without a trace',
    marker: 'overdrawn-refund',
    instead: "if (known.status === 'failed' && !(await fits(tx, known))) return known",
  },
  {
    name: 'the return of a refund is forgotten where its first look-up has no answer',
    marker: 'unanswered-return',
    instead: 'const againAt = null',
  },
  {
    name: 'a capture is sent again after the processor has forgotten its key',
    marker: 'keys-are-forgotten',
    instead: 'where p.intent is not null and p.next_intent_at <= $1 and p.processor = any($5)',
  },
  {
    name: 'R-90: a capture is asked for before it is committed',
    marker: 'committed-capture',
    instead:
      "const result = await commit(context, tx, asked); if (result.outcome === 'asked') void performWithin(context, async () => result.payment, startedAt)",
  },
  {
    name: 'a payment that nothing was told of is given up, and not released at its processor',
    marker: 'unseen-is-released',
    instead:
      "await settlePayment(context, { sessionId: payment.sessionId, paymentId: payment.id, outcome: { status: 'failed', declineCode: 'card_declined' } })",
  },
  {
    name: 'a look-up that lags behind a webhook is the last for hours',
    marker: 'overtaken-answer',
    instead: "else if (resolution === 'answered' && !(await hasStatus(own, payment)))",
  },
  {
    name: 'facts of a payment are pruned',
    marker: 'kept-facts',
    instead: 'select ctid from processor_notifications where received_at < $1 limit ${PRUNE_BATCH}',
  },
  {
    name: 'a kept connection is not known as one',
    marker: 'kept-connection',
    instead: 'isKept = sent.reusedSocket',
  },
]
