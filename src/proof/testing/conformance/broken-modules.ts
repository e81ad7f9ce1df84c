/** A text of the module, and its replacement. */
export type Change = readonly [from: string, to: string]

type Broken = [what: string, id: string, found: RegExp, ...changes: Change[]]

const RANDOM_ID = "'pay_' + Math.random().toString(36).slice(2).padEnd(22, '0')"

/** Faults in the guide's module: what is wrong, the check that must see it, what the check finds, and the changes. */
export const BROKEN: Broken[] = [
  [
    'has another name each time',
    'shape.name',
    /then/,
    ['name: account', "name: account + '-' + Math.random()"],
  ],
  [
    'takes a method that it does not list',
    'methods.refused',
    /a boleto was answered/,
    ["if (method.type !== 'pix') throw", 'if (false) throw'],
    ['expires_at: method.expiresAt', 'expires_at: new Date()'],
  ],
  [
    'answers a Pix that cannot be read by the page',
    'methods.taken',
    /not of the port’s form/,
    ['brCode: code', 'code'],
  ],
  [
    'creates a charge for each call',
    'create.twice',
    /first .* then/,
    ['charge = { id: paymentId', `charge = { id: ${RANDOM_ID}`],
  ],
  [
    'pays once more when it is paid already',
    'create.after_paid',
    /refused/,
    [
      "return final(outcomeOf(await ask('POST', '/charges', charge)))",
      "const made = await ask('POST', '/charges', charge)\n      if (made.status === 'paid') throw failure('processor_refused', 'known')\n      return final(outcomeOf(made))",
    ],
  ],
  [
    'charges whole units',
    'create.amounts',
    /\b(1|10|99|101) was/,
    ['amount: amountMinor, currency', 'amount: Math.ceil(amountMinor / 100) * 100, currency'],
  ],
  [
    'reports the amount by floating point',
    'create.amounts',
    /not of the port’s form/,
    ['capturedMinor: amount,', 'capturedMinor: (amount / 100) * 1.1 * 100,'],
  ],
  [
    'takes every currency for its own',
    'create.currency',
    /JPY became/,
    [
      'amount: amountMinor, currency, expires_at',
      "amount: amountMinor, currency: 'BRL', expires_at",
    ],
  ],
  [
    'names a payment anew with each answer',
    'create.references',
    /processorReference was/,
    ['String(number)', 'String(Math.random())'],
  ],
  [
    'remembers what it should ask',
    'inquire.paid',
    /the inquiry answered/,
    ['  return {\n    name: account', '  const seen = new Set()\n  return {\n    name: account'],
    [
      "const charge = await ask('GET', `/charges/${paymentId}`)",
      "const charge = await ask('GET', `/charges/${paymentId}`)\n      if (charge.status === 'paid' && !seen.has(paymentId)) charge.status = 'open'",
    ],
    ['return final(outcomeOf(await', 'seen.add(paymentId)\n      return final(outcomeOf(await'],
  ],
  [
    'calls a waiting payment failed',
    'inquire.waiting',
    /it waits/,
    [
      'outcomeOf(charge)\n    },\n    // Acme',
      "outcomeOf({ ...charge, status: charge.status === 'open' ? 'void' : charge.status })\n    },\n    // Acme",
    ],
  ],
  [
    'refuses an answer with a field more',
    'inquire.unknown_fields',
    /processor_silent|Error/,
    ["if (['charge',", "if (!answer?.xNew && ['charge',"],
  ],
  [
    'calls a status that it does not know failed',
    'inquire.unknown_values',
    /was failed/,
    ["return { status: 'not_known_yet' }", "return { status: 'failed', declineCode: 'replaced' }"],
  ],
  [
    'calls a payment failed that it did not cancel',
    'cancel.waiting',
    /could still pay/,
    [
      "return final(outcomeOf(await ask('POST', `/charges/${paymentId}/void`)))",
      "return { status: 'failed', declineCode: 'replaced' }",
    ],
  ],
  [
    'calls a paid payment canceled',
    'cancel.paid',
    /was answered with/,
    [
      "return final(outcomeOf(await ask('POST', `/charges/${paymentId}/void`)))",
      "await ask('POST', `/charges/${paymentId}/void`)\n      return { status: 'failed', declineCode: 'replaced' }",
    ],
  ],
  ...(['cancel.unknown', 'cancel.late_arrival'] as const).map((id): Broken => [
    'forgets its tombstone',
    id,
    /it was created afterwards|the inquiry answered/,
    [
      "return final(outcomeOf(await ask('POST', `/charges/${paymentId}/void`)))",
      "const known = await ask('GET', `/charges/${paymentId}`)\n      if (known.object === 'missing') return { status: 'failed', declineCode: 'processing_error' }\n      return final(outcomeOf(await ask('POST', `/charges/${paymentId}/void`)))",
    ],
  ]),
  [
    'refunds all whatever is asked',
    'refund.parts',
    /Acme refused POST/,
    ['amount: amountMinor }))', 'amount: 25990 }))'],
  ],
  [
    'says that it refunded beyond what was captured',
    'refund.beyond',
    /that cannot be was answered with succeeded/,
    [
      "return refundOf(await ask('POST', '/refunds', { id: refundId, charge: paymentId, amount: amountMinor }))",
      "return ask('POST', '/refunds', { id: refundId, charge: paymentId, amount: amountMinor }).then(refundOf, () => ({ status: 'succeeded' }))",
    ],
  ],
  [
    'refunds by another id each time',
    'refund.twice',
    /the books have the refunds \[990, 990\]/,
    ['id: refundId,', 'id: refundId + Math.random(),'],
  ],
  ...['refund.lost', 'refund.time_out', 'refund.late_arrival'].map((id): Broken => [
    'refunds by another id each time',
    id,
    /the books have the refunds \[990, 990\]/,
    ['id: refundId,', 'id: refundId + Math.random(),'],
  ]),
  [
    'does not find its refunds',
    'refund.inquire',
    /the inquiry answered/,
    ['`/refunds/${refundId}`', '`/refunds/x${refundId}`'],
  ],
  [
    'throws at a notification that it does not know',
    'notification.unknown',
    /threw SyntaxError/,
    ['parse(rawBody) ?? {}', 'JSON.parse(rawBody)'],
  ],
  [
    'refuses a notification that it does not know',
    'notification.unknown',
    /as not authentic/,
    [': []\n    },\n    async listMovements', ': undefined\n    },\n    async listMovements'],
  ],
  [
    'believes whoever sends a notification',
    'notification.forged',
    /was read as/,
    ['return undefined\n      const { event', 'void 0\n      const { event'],
  ],
  [
    'gives an event another id each time',
    'notification.ours',
    /first .* then/,
    ['notificationId: event', 'notificationId: event + Math.random()'],
  ],
  [
    'lists the first page alone',
    'movements.once',
    /listed as/,
    ['next === null ? { movements }', 'true ? { movements }'],
  ],
  [
    'sees nothing that is taken back',
    'reversal.inquire',
    /990 was taken back/,
    ['reversedMinor: taken_back, ', ''],
  ],
  [
    'calls a payment failed whose answer is lost',
    'create.lost_after',
    /called refused/,
    ["throw failure('processor_silent', `Acme did", "throw failure('processor_refused', `Acme did"],
  ],
  [
    'says of every lost answer that nothing was sent',
    'create.lost_after',
    /processor has the payment/,
    [
      "throw failure('processor_silent', `Acme did",
      "throw failure('processor_not_asked', `Acme did",
    ],
  ],
  [
    'throws an error without a code',
    'create.lost_before',
    /and not ProcessorSilent/,
    ["throw failure('processor_silent', `Acme did", "throw failure('ECONNRESET', `Acme did"],
  ],
  ...['create.time_out', 'refund.time_out', 'calls.time_out'].map((id): Broken => [
    'has no time-out',
    id,
    /had not ended/,
    ['headers, body, signal }', 'headers, body }'],
  ]),
  [
    'has a time-out for what it sends alone',
    'calls.time_out',
    /inquire had not ended/,
    ['headers, body, signal }', "headers, body, ...(method === 'POST' && { signal }) }"],
  ],
  [
    'calls an inquiry refused that has no answer',
    'calls.time_out',
    /and neither ProcessorSilent nor ProcessorNotAsked/,
    [
      "throw failure('processor_silent', `Acme did",
      "throw failure(method === 'GET' ? 'processor_refused' : 'processor_silent', `Acme did",
    ],
  ],
  [
    'leaves requests open that it gave up',
    'create.abort',
    /still open/,
    [
      'await send(baseUrl + path, { method, headers, body, signal })',
      'await Promise.race([send(baseUrl + path, { method, headers, body }), new Promise((_, reject) => setTimeout(reject, timeoutMs))])',
    ],
  ],
  ...['inquire.lost', 'refund.inquire_lost'].map((id): Broken => [
    'takes the 404 of a proxy for its processor’s',
    id,
    /answered not_found/,
    [
      '} catch {\n      throw failure',
      "} catch {\n      if (method === 'GET') return { object: 'missing' }\n      throw failure",
    ],
  ]),
  [
    'takes the page of a proxy for a refusal',
    'create.proxy_error',
    /called refused/,
    [
      "} catch {\n      throw failure('processor_silent'",
      "} catch {\n      throw failure('processor_refused'",
    ],
  ],
  [
    'takes an empty answer for a refusal',
    'create.unreadable',
    /called refused/,
    [
      "throw failure('processor_silent', `Acme’s answer",
      "throw failure('processor_refused', `Acme’s answer",
    ],
  ],
  [
    'puts the answer into its error',
    'secrets.echo',
    /authorization header|secret 1/,
    ['`Acme’s answer to ${method} cannot be read`', 'JSON.stringify(answer)'],
  ],
  [
    'puts its key into its error',
    'secrets.echo',
    /secret 1/,
    ['`Acme’s answer to ${method} cannot be read`', '`no answer with ${apiKey}`'],
  ],
  [
    'puts its key into the error of a lost answer',
    'secrets.errors',
    /secret 1/,
    ['`Acme did not answer ${method}`', '`no answer with ${apiKey}`'],
  ],
  [
    'logs its requests',
    'secrets.output',
    /it wrote secret 1/,
    ['const body = content', "console.log('asking', headers)\n    const body = content"],
  ],
  [
    'keeps a secret with the payment',
    'secrets.answers',
    /secret 1/,
    [
      "return final(outcomeOf(await ask('POST', '/charges', charge)))",
      "return { ...final(outcomeOf(await ask('POST', '/charges', charge))), state: { apiKey } }",
    ],
  ],
  [
    'lists a method twice',
    'shape.methods',
    /has one twice/,
    ["methods: ['pix']", "methods: ['pix', 'pix']"],
  ],
  [
    'has a weak card key',
    'cards.key',
    /its modulus has 24 bits/,
    ["methods: ['pix']", "methods: ['pix', 'card']"],
    [
      "throw failure('processor_refused', 'this account takes no cards')",
      "return { kid: 'k', kty: 'RSA', n: 'AQAB', e: 'AQAB' }",
    ],
  ],
  [
    'takes a card that nobody can read',
    'cards.unreadable',
    /it was answered with/,
    ["methods: ['pix']", "methods: ['pix', 'card']"],
    [
      "throw failure('processor_refused', 'this account takes no cards')",
      "return { kid: 'k', kty: 'RSA', n: 'AQAB', e: 'AQAB' }",
    ],
    ["if (method.type !== 'pix') throw", 'if (false) throw'],
    ['expires_at: method.expiresAt', 'expires_at: new Date()'],
  ],
  [
    'has a certificate without an end',
    'shape.certificates',
    /ends on/,
    [
      "methods: ['pix'],",
      "methods: ['pix'],\n    certificates: () => [{ name: 'client', notAfter: new Date(NaN) }],",
    ],
  ],
  [
    'has a check that finds nothing to say',
    'shape.checks',
    /nothing to say/,
    [
      "methods: ['pix'],",
      "methods: ['pix'],\n    checks: [{ name: 'credentials', run: async () => '' }],",
    ],
  ],
  [
    'has a check that fails',
    'shape.checks',
    /failed: Error: the key is old/,
    [
      "methods: ['pix'],",
      "methods: ['pix'],\n    checks: [{ name: 'credentials', run: async () => { throw new Error('the key is old') } }],",
    ],
  ],
  [
    'makes a charge to find out whether the processor answers',
    'probe.answered',
    /it sent POST https:\/\/acme\.test\/charges,/,
    [
      "ask('GET', '/charges/nobody')",
      "ask('POST', '/charges', { id: 'probe', amount: 1, currency: 'BRL' })",
    ],
  ],
  [
    'takes silence for an answer to its probe',
    'probe.silent',
    /it resolved/,
    ["ask('GET', '/charges/nobody')", "ask('GET', '/charges/nobody').catch(() => {})"],
  ],
  [
    'looks before it creates',
    'create.at_once',
    /could pay by both/,
    ['  return {\n    name: account', '  const ids = new Map()\n  return {\n    name: account'],
    ['charge = { id: paymentId', `charge = { id: ids.get(paymentId) ?? ${RANDOM_ID}`],
    [
      "return final(outcomeOf(await ask('POST', '/charges', charge)))",
      "const made = await ask('POST', '/charges', charge)\n      ids.set(paymentId, charge.id)\n      return final(outcomeOf(made))",
    ],
  ],
  [
    'makes another charge for another amount',
    'create.other_content',
    /could pay by both/,
    [
      'charge = { id: paymentId',
      "charge = { id: amountMinor === 25990 ? paymentId : paymentId + 'X'",
    ],
  ],
  [
    'keeps an answer with the payment',
    'create.state',
    /characters/,
    [
      "return final(outcomeOf(await ask('POST', '/charges', charge)))",
      "return { ...final(outcomeOf(await ask('POST', '/charges', charge))), state: { answer: 'x'.repeat(5000) } }",
    ],
  ],
  [
    'does not say that a payment is unknown',
    'inquire.unknown',
    /answered not_known_yet, and not not_found/,
    [
      "charge.object === 'missing' ? { status: 'not_found' }",
      "charge.object === 'missing' ? { status: 'not_known_yet' }",
    ],
  ],
  [
    'voids what it asks about',
    'inquire.no_effect',
    /it was created as/,
    [
      "return charge.object === 'missing' ?",
      "if (charge.object === 'missing') await ask('POST', `/charges/${paymentId}/void`)\n      return charge.object === 'missing' ?",
    ],
  ],
  [
    'calls a payment failed that it did not cancel',
    'cancel.at_once',
    /it was created afterwards/,
    [
      "return final(outcomeOf(await ask('POST', `/charges/${paymentId}/void`)))",
      "return { status: 'failed', declineCode: 'replaced' }",
    ],
  ],
  [
    'refuses a repeated cancellation',
    'cancel.lost',
    /it threw/,
    [
      "return final(outcomeOf(await ask('POST', `/charges/${paymentId}/void`)))",
      "const known = await ask('GET', `/charges/${paymentId}`)\n      if (known.status === 'void') throw failure('processor_refused', 'void already')\n      return final(outcomeOf(await ask('POST', `/charges/${paymentId}/void`)))",
    ],
  ],
  [
    'makes another refund for another amount',
    'refund.other_content',
    /the books have the refunds/,
    ['id: refundId,', 'id: refundId + amountMinor,'],
  ],
  ...['refund.unpaid', 'refund.final'].map((id): Broken => [
    'calls a refused refund done',
    id,
    /that cannot be was answered with succeeded/,
    [
      "return refundOf(await ask('POST', '/refunds', { id: refundId, charge: paymentId, amount: amountMinor }))",
      "return ask('POST', '/refunds', { id: refundId, charge: paymentId, amount: amountMinor }).then(refundOf, () => ({ status: 'succeeded' }))",
    ],
  ]),
  [
    'throws at a notification without a signature',
    'notification.garbage',
    /threw TypeError/,
    ["signature ?? ''", 'signature'],
  ],
  [
    'asks whether a notification is authentic',
    'notification.cheap',
    /it sent GET https:\/\/acme\.test\/charges\/nobody/,
    [
      "if (!isSigned(rawBody, headers.get('acme-signature'), webhookSecret)) return undefined",
      "if (!isSigned(rawBody, headers.get('acme-signature'), webhookSecret)) return ask('GET', '/charges/nobody').then(() => undefined)",
    ],
  ],
  [
    'answers a list as the id of an event',
    'notification.form',
    /it answered/,
    ['notificationId: event', 'notificationId: [event]'],
  ],
  [
    'reads no notification with a field more',
    'notification.unknown_fields',
    /and with new fields \[\]/,
    [
      'parse(rawBody) ?? {}',
      'Object.keys(parse(rawBody) ?? {}).length === 2 ? parse(rawBody) : {}',
    ],
  ],
  [
    'lists each movement in one reading alone',
    'movements.again',
    /then \[\]/,
    ['  return {\n    name: account', '  const listed = new Set()\n  return {\n    name: account'],
    [
      'const movements = data.map(',
      'const movements = data.filter(({ kind, id }) => !listed.has(kind + id) && listed.add(kind + id)).map(',
    ],
  ],
  [
    'lists nothing where a page has no answer',
    'movements.lost',
    /a list without the payment/,
    ['&after=${cursor}`)', '&after=${cursor}`).catch(() => ({ data: [], next: null }))'],
  ],
  [
    'lists what moved on the day of `since`',
    'movements.since',
    /it listed \[capture/,
    ['since=${since.toISOString()}', 'since=${since.toISOString().slice(0, 10)}'],
  ],
  [
    'leaves out what moved at `since`',
    'movements.since',
    /it listed \[.*\], and not \[capture/,
    ['since=${since.toISOString()}', 'since=${new Date(since.getTime() + 1).toISOString()}'],
  ],
  [
    'forgets `since` after the first page',
    'movements.since',
    /it listed \[/,
    [
      'since=${since.toISOString()}',
      "since=${cursor === '' ? since.toISOString() : since.toISOString().slice(0, 10)}",
    ],
  ],
  [
    'lists refunds of all times',
    'movements.since',
    /it listed \[.*refund/,
    [
      'const movements = data.map(',
      "const all = await ask('GET', '/movements?since=2000&after=0')\n      data.push(...all.data.filter(({ kind, id }) => kind === 'refund' && !data.some((one) => one.id === id)))\n      data.sort((a, b) => (a.at < b.at ? -1 : 1))\n      const movements = data.map(",
    ],
  ],
  [
    'lists what was taken back as a refund',
    'reversal.movement',
    /it is listed as/,
    [
      '...rest, amountMinor',
      "...rest, kind: rest.kind === 'capture' ? 'capture' : 'refund', amountMinor",
    ],
  ],
]
