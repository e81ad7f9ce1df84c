import { CardEncryptionKey } from '#contract/checkout.ts'
import { PAYMENT_METHODS } from '#contract/payment.ts'
import { isProcessorRefused } from '../../processor.ts'
import {
  cardMethodOf,
  create,
  created,
  needProcessor,
  needsCard,
  newPayment,
  takes,
} from '../bench.ts'
import type { Check } from '../check.ts'
import { must, show, skip } from '../must.ts'
import { driverWith } from '../driver.ts'
import { attempt } from '../each-request.ts'

const MODULUS_BYTES_MIN = 256
const PUBLIC_MEMBERS: readonly string[] = [
  'kid',
  'kty',
  'n',
  'e',
  'alg',
  'use',
  'key_ops',
  'sealing',
]
const YEAR_MIN = 2000

/** What a module says of itself. */
export const SHAPE: readonly Check[] = [
  {
    id: 'shape.name',
    holds: 'The name is the same each time the module is opened.',
    matters: 'A payment is stored with this name: under another one it is never asked about again.',
    remedy: 'Answer `context.account` as `name`.',
    async run(bench) {
      const { name } = bench.processor
      const other = (await bench.again()).processor.name
      must(typeof name === 'string' && name !== '', `the name is ${show(name)}`)
      must(name === other, `the name was ${show(name)}, then ${show(other)}`)
    },
  },
  {
    id: 'shape.methods',
    holds: '`methods` lists each method once, and only those that exist.',
    matters: 'The checkout offers shoppers what is listed.',
    remedy: `List some of ${PAYMENT_METHODS.join(', ')}, or leave \`methods\` out where the account takes all.`,
    async run({ processor }) {
      const methods: readonly string[] = takes(processor)
      const known: readonly string[] = PAYMENT_METHODS
      must(methods.length > 0, '`methods` is empty')
      must(new Set(methods).size === methods.length, `${show(methods)} has one twice`)
      must(
        methods.every((method) => known.includes(method)),
        `${show(methods)} has an unknown one`,
      )
    },
  },
  {
    id: 'methods.taken',
    holds: 'A payment of each listed method is created, with the next step of its method.',
    matters: 'A method that is offered and refused costs the sale.',
    remedy:
      'Leave the method out of `methods`, or create it; a Pix is answered with a `pix` action.',
    async run(bench) {
      if (bench.methods.length === 0) skip('no method can be driven')
      for (const method of bench.methods) {
        const { outcome } = await created(bench, { method })
        must(outcome?.status !== 'failed', `a ${method} was answered with ${show(outcome)}`)
        if (outcome?.status !== 'requires_action') continue
        const { type } = outcome.action
        must(
          type === (needsCard(method) ? 'challenge' : method),
          `a ${method} was answered with the action ${type}`,
        )
      }
    },
  },
  {
    id: 'methods.refused',
    holds: 'A payment of a method that is not listed is refused.',
    matters: 'The shopper would be asked for money in a way that the account does not have.',
    remedy: 'Throw `ProcessorRefused` where `payment.method.type` is another.',
    async run(bench) {
      const others = PAYMENT_METHODS.filter(
        (method) => !takes(bench.processor).includes(method) && !needsCard(method),
      )
      if (others.length === 0) skip('the module takes them all')
      for (const method of others) {
        const made = await newPayment(bench, { method })
        const ended = await attempt(() => create(bench, made))
        const isRefused =
          'error' in ended ? isProcessorRefused(ended.error) : ended.answer.status === 'failed'
        must(
          isRefused,
          `a ${method} was answered with ${show('error' in ended ? ended.error : ended.answer)}`,
        )
      }
    },
  },
  {
    id: 'cards.key',
    holds: 'The card key is a public RSA key of 2048 bits or more, and the same each time.',
    matters: 'Browsers encrypt cards with it: a weak or private one gives cards away.',
    remedy:
      'Answer `kid`, `kty: "RSA"`, `n` and `e` of the processor’s key, and nothing else of it.',
    async run({ processor }) {
      cardMethodOf(processor)
      const key = await processor.cardEncryptionKey()
      const { success } = CardEncryptionKey.safeParse(key)
      must(success, 'the key is not of the port’s form')
      const more = Object.keys(key).filter((member) => !PUBLIC_MEMBERS.includes(member))
      must(more.length === 0, `the key has more members than a public one: ${more.join(', ')}`)
      const bytes = Buffer.from(key.n, 'base64url').length
      must(bytes >= MODULUS_BYTES_MIN, `its modulus has ${bytes * 8} bits`)
      must(
        (await processor.cardEncryptionKey()).kid === key.kid,
        'the second call answered another `kid`',
      )
    },
  },
  {
    id: 'cards.unreadable',
    holds: 'A card that the processor cannot decrypt is refused.',
    matters: 'The shopper types it again, instead of waiting for an outcome that never comes.',
    remedy: 'Throw `ProcessorRefused` for the processor’s error of an unreadable card.',
    async run(bench) {
      const method = cardMethodOf(bench.processor)
      needProcessor(bench)
      const made = await newPayment(
        { ...bench, driver: driverWith(bench.driver, { sealCard: () => UNREADABLE }) },
        { method },
      )
      const ended = await attempt(() => create(bench, made))
      const isRefused =
        'error' in ended ? isProcessorRefused(ended.error) : ended.answer.status === 'failed'
      must(isRefused, `it was answered with ${show('error' in ended ? ended.error : ended.answer)}`)
    },
  },
  {
    id: 'shape.certificates',
    holds: '`certificates` names each one and the day on which it ends.',
    matters: 'Operators are warned before calls begin to fail.',
    remedy: 'Answer `name` and `notAfter`, a valid `Date`.',
    async run({ processor }) {
      if (processor.certificates === undefined) skip('the module has no `certificates`')
      for (const { name, notAfter } of processor.certificates())
        must(
          name !== '' && notAfter.getFullYear() >= YEAR_MIN,
          `${show(name)} ends on ${show(notAfter)}`,
        )
    },
  },
  {
    id: 'shape.checks',
    holds: 'Each of `checks` has another name, runs, and says what it found.',
    matters: 'They are what an operator runs before money is taken.',
    remedy: 'Resolve to a text; throw an error that says what to do.',
    async run({ processor, driver }) {
      const { checks = [] } = processor
      if (checks.length === 0) skip('the module has no `checks`')
      must(new Set(checks.map(({ name }) => name)).size === checks.length, 'two have the same name')
      for (const check of checks) {
        const ended = await attempt(() => check.run())
        if ('answer' in ended) must(ended.answer !== '', `${check.name} found nothing to say`)
        else
          must(
            driver.fetch === undefined &&
              ended.error instanceof Error &&
              ended.error.message !== '',
            `${check.name} failed: ${show(ended.error)}`,
          )
      }
    },
  },
]

const UNREADABLE = [
  'eyJhbGciOiJSU0EtT0FFUC0yNTYiLCJlbmMiOiJBMjU2R0NNIn0',
  'AAAA',
  'AAAA',
  'AAAA',
  'AAAA',
].join('.')
